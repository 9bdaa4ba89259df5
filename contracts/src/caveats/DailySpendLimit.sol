// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

/// @title DailySpendLimit: what a delegation may spend a day (UTC).
/// @notice Terms, 28 bytes: book, limit in millionths of a US dollar, above zero.
contract DailySpendLimit is Caveat {
    /// @notice Spent by manager, delegation and day (seconds since 1970 / 86,400), in
    /// millionths of a US dollar.
    mapping(address manager => mapping(bytes32 delegation => mapping(uint256 day => uint256))) public spent;

    function _judge(bytes calldata terms, Execution[] memory items, bytes32 delegationHash) internal override {
        _exactly(terms, 28);
        ActionBook book = ActionBook(_address(terms, 0));
        uint256 limit = _uint64(terms, 20);
        require(limit > 0, "DailySpendLimit: the terms allow nothing");
        uint256 day = block.timestamp / 86_400;
        uint256 sum = spent[msg.sender][delegationHash][day];
        for (uint256 i = 0; i < items.length; i++) {
            sum += book.valueOf(book.read(items[i].target, items[i].value, items[i].callData));
        }
        require(sum <= limit, "DailySpendLimit: over the limit of the day");
        spent[msg.sender][delegationHash][day] = sum;
    }
}
