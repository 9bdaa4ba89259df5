// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

/// @title ReplicantBudget: what a replicant may spend in its life, and how long that is.
/// @notice Terms, 44 bytes: book, budget in millionths of a US dollar, lifespan in
/// seconds, birth in seconds since 1970. Budget and lifespan are above zero; both are
/// inclusive.
contract ReplicantBudget is Caveat {
    /// @notice Spent so far, by manager and delegation, in millionths of a US dollar.
    mapping(address manager => mapping(bytes32 delegation => uint256)) public spent;

    function _judge(bytes calldata terms, Execution[] memory items, bytes32 delegationHash, address) internal override {
        _exactly(terms, 44);
        ActionBook book = ActionBook(_address(terms, 0));
        (uint256 budget, uint256 lifespan, uint256 born) = (_uint64(terms, 20), _uint64(terms, 28), _uint64(terms, 36));
        require(budget > 0 && lifespan > 0, "ReplicantBudget: the terms allow nothing");
        require(block.timestamp >= born, "ReplicantBudget: the replicant is not born");
        require(block.timestamp - born <= lifespan, "ReplicantBudget: the replicant is too old");
        uint256 sum = spent[msg.sender][delegationHash];
        for (uint256 i = 0; i < items.length; i++) {
            sum += book.valueOf(book.read(items[i].target, items[i].value, items[i].callData));
        }
        require(sum <= budget, "ReplicantBudget: over the budget");
        spent[msg.sender][delegationHash] = sum;
    }
}
