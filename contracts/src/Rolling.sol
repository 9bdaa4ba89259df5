// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Rolling: a sum over any 24 hours, and over a session, in one storage word.
/// @notice Amounts are millionths of a US dollar, kept in cents and rounded up. They are
/// counted in quarters of a day, and a quarter counts until it lies wholly more than 24
/// hours back. So no 24 hours, wherever they begin, hold more than a limit that each
/// addition is held to; what was counted is free again after 24 to 30 hours.
/// @dev From the lowest bit: the quarter (32 bits, time / 6 hours), what fell into it and
/// into the four before it (32 bits each), and all since the session began (64 bits).
/// What is too large to be kept counts as the largest that can be.
library Rolling {
    struct Sum {
        uint256 word;
    }

    uint256 private constant QUARTER = 6 hours;
    uint256 private constant CENT = 10_000;
    uint256 private constant BUCKETS = 5;
    uint256 private constant MASK = type(uint32).max;
    uint256 private constant TOTAL = 192;

    /// @notice The largest limit that a sum holds: a quarter counts no more.
    uint256 internal constant MOST = MASK * CENT;

    /// @notice What was added in the last 24 hours, and in up to six more.
    function day(Sum storage s) internal view returns (uint256 amount) {
        uint256 word = s.word;
        uint256 past = _past(word);
        for (uint256 i = 0; i + past < BUCKETS; i++) amount += (word >> (32 * (i + 1))) & MASK;
        return amount * CENT;
    }

    /// @notice What was added since the session began.
    function session(Sum storage s) internal view returns (uint256) {
        return (s.word >> TOTAL) * CENT;
    }

    function add(Sum storage s, uint256 amount) internal {
        uint256 word = s.word;
        uint256 past = _past(word);
        uint256 cents = amount / CENT + (amount % CENT == 0 ? 0 : 1);
        uint256 next = (block.timestamp / QUARTER) & MASK;
        uint256 here = past == 0 ? (word >> 32) & MASK : 0;
        next |= _most(here, cents, MASK) << 32;
        for (uint256 i = past == 0 ? 1 : past; i < BUCKETS; i++) {
            next |= ((word >> (32 * (i + 1 - past))) & MASK) << (32 * (i + 1));
        }
        s.word = next | (_most(word >> TOTAL, cents, type(uint64).max) << TOTAL);
    }

    /// @notice Begins a session. The day goes on.
    function begin(Sum storage s) internal {
        s.word &= type(uint192).max;
    }

    /// @dev Quarters since the last addition.
    function _past(uint256 word) private view returns (uint256) {
        return block.timestamp / QUARTER - (word & MASK);
    }

    function _most(uint256 a, uint256 b, uint256 largest) private pure returns (uint256) {
        return b > largest - a ? largest : a + b;
    }
}
