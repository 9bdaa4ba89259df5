// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title DreamOracle: whether a Golem dreams, as its own key says.
contract DreamOracle {
    event Dreaming(address indexed golem, bool dreaming);

    mapping(address golem => bool) public isDreaming;

    function setDreaming(bool dreaming) external {
        isDreaming[msg.sender] = dreaming;
        emit Dreaming(msg.sender, dreaming);
    }
}
