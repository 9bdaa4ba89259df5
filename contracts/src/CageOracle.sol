// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface ICageFeed {
    function decimals() external view returns (uint8);
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

interface ICageToken {
    function decimals() external view returns (uint8);
    function balanceOf(address account) external view returns (uint256);
}

/// @title CageOracle: what amounts of tokens are worth, out of feeds as Chainlink's.
/// @notice Values are millionths of a US dollar. Nobody can change it: a cage that needs
/// other feeds is given another oracle, after its delay. A price that is missing, not
/// positive, of the future or too old is an error and never a value; on a rollup so is
/// every price while its sequencer is down, and for an hour after it came up: feeds that
/// nobody could update look fresh, and orders that waited come all at once.
contract CageOracle {
    error NoPrice(address token);
    error StalePrice(address token, uint256 updatedAt);
    error SequencerDown(uint256 since);
    error AmountOutOfRange(address token, uint256 amount);

    struct CageSource {
        address token;
        address feed;
        uint32 maxAge; // seconds that an answer may be old
    }

    struct Feed {
        address feed;
        uint32 maxAge;
        uint8 exponent; // decimals of the token and of the feed together
    }

    /// @notice How long after its sequencer came up a rollup has no price, in seconds.
    uint256 private constant GRACE = 3_600;

    mapping(address => Feed) public feeds;
    /// @notice The uptime feed of the rollup's sequencer: 0 is up, startedAt since when;
    /// zero where there is none.
    address public immutable sequencer;

    constructor(CageSource[] memory sources, address sequencer_) {
        sequencer = sequencer_;
        for (uint256 i = 0; i < sources.length; i++) {
            CageSource memory s = sources[i];
            uint256 exponent = uint256(ICageToken(s.token).decimals()) + ICageFeed(s.feed).decimals();
            if (exponent > 60 || s.maxAge == 0 || feeds[s.token].feed != address(0)) revert NoPrice(s.token);
            feeds[s.token] = Feed(s.feed, s.maxAge, uint8(exponent));
        }
    }

    /// @notice What is spent is rounded up.
    function cost(address token, uint256 amount) external view returns (uint256) {
        (uint256 product, uint256 unit) = scaled(token, amount);
        return (product + unit - 1) / unit;
    }

    /// @notice What is held or received is rounded down.
    function worth(address token, uint256 amount) external view returns (uint256) {
        (uint256 product, uint256 unit) = scaled(token, amount);
        return product / unit;
    }

    function scaled(address token, uint256 amount) private view returns (uint256 product, uint256 unit) {
        if (amount > type(uint128).max) revert AmountOutOfRange(token, amount);
        Feed memory f = feeds[token];
        if (f.feed == address(0)) revert NoPrice(token);
        up();
        (, int256 answer, , uint256 updatedAt, ) = ICageFeed(f.feed).latestRoundData();
        if (answer <= 0 || answer > int256(uint256(type(uint96).max))) revert NoPrice(token);
        if (updatedAt > block.timestamp || block.timestamp - updatedAt > f.maxAge) revert StalePrice(token, updatedAt);
        return (amount * uint256(answer) * 1e6, 10 ** uint256(f.exponent));
    }

    function up() private view {
        if (sequencer == address(0)) return;
        (, int256 down, uint256 since, , ) = ICageFeed(sequencer).latestRoundData();
        if (down != 0 || since == 0 || since > block.timestamp || block.timestamp - since <= GRACE) revert SequencerDown(since);
    }
}
