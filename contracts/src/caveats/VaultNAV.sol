// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

interface IVault {
    function asset() external view returns (address);
    function totalAssets() external view returns (uint256);
}

/// @title VaultNAV: no redemption is larger than a share of a vault (ERC-4626).
/// @notice Terms, 42 bytes: book, vault, share in basis points from 1 to 10,000. The
/// items of a batch count together.
contract VaultNAV is Caveat {
    function _judge(bytes calldata terms, Execution[] memory items, bytes32, address) internal view override {
        _exactly(terms, 42);
        ActionBook book = ActionBook(_address(terms, 0));
        IVault vault = IVault(_address(terms, 20));
        uint256 bps = _uint16(terms, 40);
        require(bps > 0 && bps <= 10_000, "VaultNAV: the share is not between 1 and 10,000");
        address asset = vault.asset();
        uint256 units = 0;
        for (uint256 i = 0; i < items.length; i++) {
            ActionBook.Action memory a = book.read(items[i].target, items[i].value, items[i].callData);
            units += _units(book, asset, a.token, a.amount) + _units(book, asset, a.token2, a.amount2);
        }
        require(units * 10_000 <= vault.totalAssets() * bps, "VaultNAV: more than the share of the vault");
    }

    /// @dev Units of the vault's asset that are worth units of a token, rounded up.
    function _units(ActionBook book, address asset, address token, uint256 units) private view returns (uint256) {
        if (token == address(0)) return 0;
        if (token == asset) return units;
        (uint256 price, uint256 decimals) = book.priceOf(asset);
        return (book.worth(token, units) * 10 ** (decimals - 6) + price - 1) / price;
    }
}
