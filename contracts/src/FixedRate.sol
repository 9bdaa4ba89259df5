// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title FixedRate: an interest rate model for Morpho Blue that knows one rate.
contract FixedRate {
    struct MarketParams {
        address loanToken;
        address collateralToken;
        address oracle;
        address irm;
        uint256 lltv;
    }

    struct Market {
        uint128 totalSupplyAssets;
        uint128 totalSupplyShares;
        uint128 totalBorrowAssets;
        uint128 totalBorrowShares;
        uint128 lastUpdate;
        uint128 fee;
    }

    /// @notice Interest per second, scaled by 10^18.
    uint256 public immutable perSecond;

    constructor(uint256 perSecond_) {
        perSecond = perSecond_;
    }

    function borrowRate(MarketParams memory, Market memory) external view returns (uint256) {
        return perSecond;
    }

    function borrowRateView(MarketParams memory, Market memory) external view returns (uint256) {
        return perSecond;
    }
}
