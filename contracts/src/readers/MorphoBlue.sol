// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageHealth, CageReader, CageStanding} from "../ICageReader.sol";

interface IMorpho {
    struct Params {
        address loan;
        address collateral;
        address oracle;
        address rate;
        uint256 lltv;
    }

    struct Market {
        uint128 supplied;
        uint128 supplyShares;
        uint128 borrowed;
        uint128 borrowShares;
        uint128 updated;
        uint128 fee;
    }

    function supply(Params calldata market, uint256 assets, uint256 shares, address onBehalf, bytes calldata data)
        external
        returns (uint256, uint256);
    function withdraw(Params calldata market, uint256 assets, uint256 shares, address onBehalf, address receiver)
        external
        returns (uint256, uint256);
    function repay(Params calldata market, uint256 assets, uint256 shares, address onBehalf, bytes calldata data)
        external
        returns (uint256, uint256);
    function supplyCollateral(Params calldata market, uint256 assets, address onBehalf, bytes calldata data) external;
    function withdrawCollateral(Params calldata market, uint256 assets, address onBehalf, address receiver) external;
    function idToMarketParams(bytes32 id) external view returns (Params memory);
    function market(bytes32 id) external view returns (Market memory);
    function position(bytes32 id, address account)
        external
        view
        returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral);
}

interface IRate {
    function borrowRateView(IMorpho.Params calldata params, IMorpho.Market calldata market) external view returns (uint256);
}

interface IPrice {
    function price() external view returns (uint256);
}

/// @title MorphoBlue: reads what is lent and put up in the markets of Morpho Blue, and what is paid back.
/// @notice Anybody makes markets, in one contract. So what is put in stands at a place of its own for
/// each, the first 20 bytes of the market's id, which nobody has the key of: whoever approves it
/// approves the market's tokens, oracle, rate model and share, and no other market.
///
/// What is lent has the market's id, and what is put up has that id with its last bit turned: of two
/// ids that differ by so little, one is no market's.
contract MorphoBlue is CageReader {
    /// @dev What the three functions begin with.
    struct Order {
        IMorpho.Params market;
        uint256 assets;
        uint256 shares;
        address owner;
    }

    uint256 private constant WAD = 1e18;

    function read(address target, address account, bytes calldata data) external view returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        if (selector == IMorpho.supplyCollateral.selector || selector == IMorpho.withdrawCollateral.selector) {
            return _collateral(target, account, data);
        }
        bool takes = selector == IMorpho.withdraw.selector;
        if (!takes && selector != IMorpho.supply.selector && selector != IMorpho.repay.selector) {
            revert SelectorNotAllowed(target, selector);
        }
        Order memory o = abi.decode(data[4:], (Order));
        bytes32 id = keccak256(abi.encode(o.market));
        (a.tokenA, a.amountA, a.to) = (o.market.loan, o.assets, o.owner);
        (a.id, a.place) = (uint256(id), address(bytes20(id)));
        if (takes) {
            _words(target, data, 9);
            (a.deed, a.to) = (CageDeed.Withdraw, abi.decode(data[260:], (address)));
            if (o.owner != account) revert MalformedCall(target, selector);
            return a;
        }
        _packed(target, data, abi.encode(o.market, o.assets, o.shares, o.owner, new bytes(0))); // nobody is called back
        a.deed = selector == IMorpho.supply.selector ? CageDeed.Supply : CageDeed.Repay;
        if (o.shares == 0) return a;
        if (a.deed == CageDeed.Supply || o.assets != 0) revert MalformedCall(target, selector);
        a.amountA = _owed(_accrued(target, id), o.shares);
    }

    function standing(address target, address account, uint256 id) external view override returns (CageStanding memory s) {
        (bytes32 market, bool secures) = _market(target, id);
        (uint256 shares, , uint128 collateral) = IMorpho(target).position(market, account);
        if (secures) {
            s.part = collateral;
            return s;
        }
        IMorpho.Market memory m = _accrued(target, market);
        s.part = shares * (uint256(m.supplied) + 1) / (uint256(m.supplyShares) + 1e6);
    }

    function debt(address target, address account, uint256 id) external view override returns (uint256) {
        (, uint256 shares, ) = IMorpho(target).position(bytes32(id), account);
        return _owed(_accrued(target, bytes32(id)), shares);
    }

    /// @dev What is lent secures nothing here, and what is put up secures its own market's debt, at the
    /// price of the market's oracle: a liquidator asks no other.
    function health(address target, address account, uint256 id) external view override returns (CageHealth memory h) {
        (bytes32 market, bool secures) = _market(target, id);
        (, uint256 shares, uint128 collateral) = IMorpho(target).position(market, account);
        if (!secures || shares == 0) return h;
        IMorpho.Params memory p = IMorpho(target).idToMarketParams(market);
        h.debt = _owed(_accrued(target, market), shares);
        h.collateral = collateral * IPrice(p.oracle).price() / 1e36;
        h.factor = h.collateral * p.lltv / h.debt;
    }

    /// @dev What puts collateral up, and what takes it back.
    function _collateral(address target, address account, bytes calldata data) private pure returns (CageAction memory a) {
        IMorpho.Params memory market;
        (market, a.amountA, a.to) = abi.decode(data[4:], (IMorpho.Params, uint256, address));
        bytes32 id = keccak256(abi.encode(market));
        (a.tokenA, a.id, a.place) = (market.collateral, uint256(id) ^ 1, address(bytes20(id)));
        if (bytes4(data) == IMorpho.supplyCollateral.selector) {
            _packed(target, data, abi.encode(market, a.amountA, a.to, new bytes(0))); // nobody is called back
            a.deed = CageDeed.Supply;
            return a;
        }
        _words(target, data, 8);
        if (a.to != account) revert MalformedCall(target, bytes4(data));
        (a.deed, a.to) = (CageDeed.Withdraw, abi.decode(data[228:], (address)));
    }

    /// @dev The market of an id, and whether it stands for what is put up there.
    function _market(address target, uint256 id) private view returns (bytes32 market, bool secures) {
        secures = IMorpho(target).idToMarketParams(bytes32(id)).loan == address(0);
        market = secures ? bytes32(id ^ 1) : bytes32(id);
    }

    /// @dev Units that shares of a debt stand for, rounded up.
    function _owed(IMorpho.Market memory m, uint256 shares) private pure returns (uint256) {
        uint256 all = uint256(m.borrowShares) + 1e6;
        return (shares * (uint256(m.borrowed) + 1) + all - 1) / all;
    }

    /// @dev A market with the interest up to now, which the contract writes down before it does anything.
    function _accrued(address target, bytes32 id) private view returns (IMorpho.Market memory m) {
        m = IMorpho(target).market(id);
        IMorpho.Params memory p = IMorpho(target).idToMarketParams(id);
        uint256 elapsed = block.timestamp - m.updated;
        if (elapsed == 0 || p.rate == address(0) || m.borrowed == 0) return m;
        uint256 first = IRate(p.rate).borrowRateView(p, m) * elapsed;
        uint256 second = first * first / (2 * WAD);
        uint256 interest = uint256(m.borrowed) * (first + second + second * first / (3 * WAD)) / WAD;
        m.borrowed += uint128(interest);
        m.supplied += uint128(interest);
        uint256 fee = interest * m.fee / WAD;
        m.supplyShares += uint128(fee * (uint256(m.supplyShares) + 1e6) / (uint256(m.supplied) - fee + 1));
    }
}
