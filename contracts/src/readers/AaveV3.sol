// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageHealth, CageReader, CageStanding} from "../ICageReader.sol";

interface ILender {
    /// @dev The first words of a reserve; more follow.
    struct Reserve {
        uint256[8] others;
        address share;
        address stableDebt; // zero where the market has none
        address debt;
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral) external;
    function withdraw(address asset, uint256 amount, address to) external returns (uint256);
    function repay(address asset, uint256 amount, uint256 rateMode, address onBehalfOf) external returns (uint256);
    function getReserveData(address asset) external view returns (Reserve memory);
    function getUserAccountData(address user)
        external
        view
        returns (uint256 collateral, uint256 debt, uint256, uint256, uint256, uint256 health);
}

interface IBalance {
    function balanceOf(address account) external view returns (uint256);
}

/// @title AaveV3: reads a pool of Aave v3. What is lent or owed has the asset as its id.
contract AaveV3 is CageReader {
    function read(address target, address, bytes calldata data) external pure returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        bytes calldata args = data[4:];
        if (selector == ILender.supply.selector) {
            _words(target, data, 4);
            a.deed = CageDeed.Supply;
            (a.tokenA, a.amountA, a.to, ) = abi.decode(args, (address, uint256, address, uint16));
        } else if (selector == ILender.withdraw.selector) {
            _words(target, data, 3);
            a.deed = CageDeed.Withdraw;
            (a.tokenA, a.amountA, a.to) = abi.decode(args, (address, uint256, address));
        } else if (selector == ILender.repay.selector) {
            _words(target, data, 4);
            a.deed = CageDeed.Repay;
            (a.tokenA, a.amountA, , a.to) = abi.decode(args, (address, uint256, uint256, address));
        } else {
            revert SelectorNotAllowed(target, selector);
        }
        (a.id, a.place) = (uint160(a.tokenA), target);
    }

    function standing(address target, address account, uint256 id) external view override returns (CageStanding memory s) {
        s.part = IBalance(_reserve(target, id).share).balanceOf(account);
    }

    function debt(address target, address account, uint256 id) external view override returns (uint256 units) {
        ILender.Reserve memory r = _reserve(target, id);
        units = IBalance(r.debt).balanceOf(account);
        if (r.stableDebt != address(0)) units += IBalance(r.stableDebt).balanceOf(account);
    }

    function health(address target, address account, uint256) external view override returns (CageHealth memory h) {
        (h.collateral, h.debt, , , , h.factor) = ILender(target).getUserAccountData(account);
    }

    function _reserve(address target, uint256 id) private view returns (ILender.Reserve memory) {
        return ILender(target).getReserveData(address(uint160(id)));
    }
}
