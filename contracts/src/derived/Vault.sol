// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

import {ERC20} from "./token/ERC20/ERC20.sol";
import {IERC20} from "./token/ERC20/IERC20.sol";
import {ERC4626} from "./token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "./token/ERC20/utils/SafeERC20.sol";
import {Math} from "./utils/math/Math.sol";

/// @title Vault: an ERC-4626 vault whose owner lends out what it holds.
/// @notice For devnets: its owner brings it into every state that a vault may be in. What is lent
/// out counts as an asset, and is not there to be paid. A fee on leaving stays in the vault.
/// While it is paused nothing enters or leaves. A boast is what previews tell beyond what is
/// paid, as no vault should.
contract Vault is ERC4626 {
    using Math for uint256;
    using SafeERC20 for IERC20;

    uint256 private constant WHOLE = 10_000;

    address public immutable owner;
    uint256 public lent;
    uint256 public fee; // basis points
    uint256 public boast; // basis points
    bool public paused;

    modifier owned() {
        require(msg.sender == owner, "Vault: not the owner");
        _;
    }

    constructor(IERC20 asset_, string memory name_, string memory symbol_) ERC20(name_, symbol_) ERC4626(asset_) {
        owner = msg.sender;
    }

    /// @notice Takes units of the asset to lend them out.
    function lend(uint256 units) external owned {
        lent += units;
        IERC20(asset()).safeTransfer(owner, units);
    }

    /// @notice Brings units back, and interest with them; what is lost of the loans is forgotten.
    function settle(uint256 units, uint256 interest, uint256 lost) external owned {
        lent -= units + lost;
        IERC20(asset()).safeTransferFrom(owner, address(this), units + interest);
    }

    function charge(uint256 fee_) external owned {
        require(fee_ < WHOLE, "Vault: a fee of everything");
        fee = fee_;
    }

    function pause(bool paused_) external owned {
        paused = paused_;
    }

    function tell(uint256 boast_) external owned {
        boast = boast_;
    }

    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() + lent;
    }

    function maxDeposit(address) public view override returns (uint256) {
        return paused ? 0 : type(uint256).max;
    }

    function maxMint(address) public view override returns (uint256) {
        return paused ? 0 : type(uint256).max;
    }

    function maxWithdraw(address account) public view override returns (uint256) {
        return paused ? 0 : Math.min(_told(_pays(balanceOf(account))), _cash());
    }

    function maxRedeem(address account) public view override returns (uint256) {
        uint256 held = balanceOf(account);
        if (paused) return 0;
        if (_pays(held) <= _cash()) return held;
        return Math.min(held, _convertToShares(_cash().mulDiv(WHOLE, WHOLE - fee), Math.Rounding.Down));
    }

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        return _told(_pays(shares));
    }

    function previewWithdraw(uint256 assets) public view override returns (uint256) {
        return _costs(assets).mulDiv(WHOLE, WHOLE + boast, Math.Rounding.Up);
    }

    function redeem(uint256 shares, address receiver, address account) public override returns (uint256 assets) {
        require(shares <= maxRedeem(account), "ERC4626: redeem more than max");
        assets = _pays(shares);
        _withdraw(msg.sender, receiver, account, assets, shares);
    }

    function withdraw(uint256 assets, address receiver, address account) public override returns (uint256 shares) {
        require(assets <= maxWithdraw(account), "ERC4626: withdraw more than max");
        shares = _costs(assets);
        _withdraw(msg.sender, receiver, account, assets, shares);
    }

    function _cash() private view returns (uint256) {
        return super.totalAssets();
    }

    /// @dev What shares pay, less the fee.
    function _pays(uint256 shares) private view returns (uint256) {
        uint256 assets = _convertToAssets(shares, Math.Rounding.Down);
        return assets - assets.mulDiv(fee, WHOLE, Math.Rounding.Up);
    }

    /// @dev The shares that pay so much, with the fee.
    function _costs(uint256 assets) private view returns (uint256) {
        return _convertToShares(assets.mulDiv(WHOLE, WHOLE - fee, Math.Rounding.Up), Math.Rounding.Up);
    }

    function _told(uint256 assets) private view returns (uint256) {
        return assets.mulDiv(WHOLE + boast, WHOLE);
    }
}
