// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title SanctionsList: a list of addresses that its owner keeps, asked as Chainalysis'
/// oracle is.
/// @notice For devnets.
contract SanctionsList {
    error NotOwner();

    event Listed(address indexed who, bool sanctioned);

    address public immutable owner;
    mapping(address => bool) public isSanctioned;

    constructor() {
        owner = msg.sender;
    }

    function set(address who, bool sanctioned) external {
        if (msg.sender != owner) revert NotOwner();
        isSanctioned[who] = sanctioned;
        emit Listed(who, sanctioned);
    }
}
