// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Rolling} from "../Rolling.sol";
import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

/// @title DailySpendLimit: what may be spent from an account in any 24 hours.
/// @notice Terms, 28 bytes: book, limit in millionths of a US dollar, above zero and at most
/// what can be counted, 42,949,672.95 dollars. The sum is the account's: every delegation of it that has this enforcer shares it, and what is
/// redelegated below one too.
contract DailySpendLimit is Caveat {
    using Rolling for Rolling.Sum;

    /// @notice What was spent by manager and account: a word of Rolling.
    mapping(address manager => mapping(address account => Rolling.Sum)) public sums;

    function _judge(bytes calldata terms, Execution[] memory items, bytes32, address delegator) internal override {
        _exactly(terms, 28);
        ActionBook book = ActionBook(_address(terms, 0));
        uint256 limit = _uint64(terms, 20);
        require(limit > 0, "DailySpendLimit: the terms allow nothing");
        require(limit <= Rolling.MOST, "DailySpendLimit: the terms allow more than can be counted");
        uint256 value = 0;
        for (uint256 i = 0; i < items.length; i++) {
            value += book.valueOf(book.read(items[i].target, items[i].value, items[i].callData));
        }
        Rolling.Sum storage sum = sums[msg.sender][delegator];
        require(sum.day() + value <= limit, "DailySpendLimit: over the limit of the day");
        if (value > 0) sum.add(value);
    }
}
