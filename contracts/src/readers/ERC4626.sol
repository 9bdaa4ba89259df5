// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader, CageStanding} from "../ICageReader.sol";

interface IVault {
    function deposit(uint256 assets, address receiver) external returns (uint256 shares);
    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares);
    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets);
    function asset() external view returns (address);
    function balanceOf(address account) external view returns (uint256);
    function previewRedeem(uint256 shares) external view returns (uint256);
}

/// @title ERC4626: reads a vault. What the account has in it is one position, whatever the vault
/// says that its asset is.
/// @notice Shares count as what leaving pays, never at face: a vault that takes more than rounding
/// for entering and leaving is not entered, and neither is one whose shares were made so dear that
/// rounding eats a deposit. What the vault has no cash for counts too: only what is taken out is out.
contract ERC4626 is CageReader {
    function read(address target, address account, bytes calldata data) external view returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        bytes calldata args = data[4:];
        if (selector == IVault.deposit.selector) {
            _words(target, data, 2);
            a.deed = CageDeed.Supply;
            (a.amountA, a.to) = abi.decode(args, (uint256, address));
        } else if (selector == IVault.withdraw.selector || selector == IVault.redeem.selector) {
            _words(target, data, 3);
            a.deed = CageDeed.Withdraw;
            address owner;
            (a.amountA, a.to, owner) = abi.decode(args, (uint256, address, address));
            if (owner != account) revert MalformedCall(target, selector);
        } else {
            revert SelectorNotAllowed(target, selector);
        }
        (a.tokenA, a.id, a.place) = (IVault(target).asset(), uint160(target), target);
    }

    function standing(address target, address account, uint256) external view override returns (CageStanding memory s) {
        s.part = IVault(target).previewRedeem(IVault(target).balanceOf(account));
    }
}
