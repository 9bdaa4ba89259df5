// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IAnswer {
    function latestAnswer() external view returns (int256);
}

/// @title FeedOracle: the price that a Morpho Blue market asks for, out of a feed.
/// @notice price() is how much loan token one unit of collateral is worth, scaled by
/// 10^36, both in smallest units. The loan token is taken as one US dollar.
contract FeedOracle {
    error NoPrice();

    IAnswer public immutable feed;
    /// @notice What the feed's answer is multiplied by.
    uint256 public immutable scale;

    constructor(IAnswer feed_, uint8 feedDecimals, uint8 loanDecimals, uint8 collateralDecimals) {
        feed = feed_;
        scale = 10 ** (36 + uint256(loanDecimals) - collateralDecimals - feedDecimals);
    }

    function price() external view returns (uint256) {
        int256 answer = feed.latestAnswer();
        if (answer <= 0) revert NoPrice();
        return uint256(answer) * scale;
    }
}
