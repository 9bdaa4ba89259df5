// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title PriceFeed: a price that its owner sets, read as Chainlink's feeds are.
/// @notice For devnets. The answer counts as updated in the block that reads it, so
/// that no reader finds it stale after time was moved.
contract PriceFeed {
    error NotOwner();

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    address public immutable owner;
    uint8 public immutable decimals;
    string public description;
    /// @notice The price of one whole unit, in 10^-decimals US dollars.
    int256 public latestAnswer;
    uint80 public latestRound;

    constructor(string memory description_, uint8 decimals_, int256 answer) {
        owner = msg.sender;
        description = description_;
        decimals = decimals_;
        _set(answer);
    }

    function setAnswer(int256 answer) external {
        if (msg.sender != owner) revert NotOwner();
        _set(answer);
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return (latestRound, latestAnswer, block.timestamp, block.timestamp, latestRound);
    }

    function _set(int256 answer) private {
        latestAnswer = answer;
        latestRound++;
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }
}
