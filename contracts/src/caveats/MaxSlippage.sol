// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

/// @title MaxSlippage: a swap asks for nearly what its feeds say it is worth.
/// @notice Terms, 22 bytes: book, slippage in basis points from 0 to 10,000. It judges
/// swaps; other actions of the book pass.
contract MaxSlippage is Caveat {
    function _judge(bytes calldata terms, Execution[] memory items, bytes32, address) internal view override {
        _exactly(terms, 22);
        ActionBook book = ActionBook(_address(terms, 0));
        uint256 bps = _uint16(terms, 20);
        require(bps <= 10_000, "MaxSlippage: more than 10,000 basis points");
        for (uint256 i = 0; i < items.length; i++) {
            ActionBook.Action memory a = book.read(items[i].target, items[i].value, items[i].callData);
            if (a.tokenOut != address(0)) _swap(book, a, bps);
        }
    }

    /// @dev least / expected ≥ 1 − bps, multiplied out, so that nothing is rounded.
    function _swap(ActionBook book, ActionBook.Action memory a, uint256 bps) private view {
        require(a.amount > 0 && a.amount < 1 << 128, "MaxSlippage: the amount is out of range");
        (uint256 price, uint256 decimals) = book.priceOf(a.token);
        (uint256 priceOut, uint256 decimalsOut) = book.priceOf(a.tokenOut);
        uint256 least = a.least * 10_000 * priceOut;
        uint256 expected = (10_000 - bps) * a.amount * price;
        if (decimals > decimalsOut) least *= 10 ** (decimals - decimalsOut);
        else expected *= 10 ** (decimalsOut - decimals);
        require(least >= expected, "MaxSlippage: the swap asks for too little");
    }
}
