// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title PriceFeed: a price that its owner sets, read as Chainlink's feeds are.
/// @notice For devnets. The answer counts as updated in the block that reads it, so
/// that no reader finds it stale after time was moved, until its owner freezes it. With
/// no decimals and frozen it is a sequencer's uptime feed: 0 is up, 1 is down.
contract PriceFeed {
    error NotOwner();

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    address public immutable owner;
    uint8 public immutable decimals;
    string public description;
    /// @notice The price of one whole unit, in 10^-decimals US dollars.
    int256 public latestAnswer;
    uint80 public latestRound;
    /// @notice When a frozen answer was updated; zero: it is not frozen.
    uint64 public frozenAt;

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

    /// @notice From now on the answer is of that second, until it is frozen anew; zero
    /// thaws it.
    function freeze(uint64 second) external {
        if (msg.sender != owner) revert NotOwner();
        frozenAt = second;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        uint256 last = frozenAt == 0 ? block.timestamp : frozenAt;
        return (latestRound, latestAnswer, last, last, latestRound);
    }

    function _set(int256 answer) private {
        latestAnswer = answer;
        latestRound++;
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }
}
