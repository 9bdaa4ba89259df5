// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IMarketPool, IMarketToken} from "./IMarketPool.sol";

/// @title Market: the account that makes a Uniswap v3 pool follow recorded history.
/// @notice Its owner hands it an ordered list of steps and it performs them in one
/// transaction: swaps to exact prices, and one full-range position that it grows
/// and shrinks. It pays the pool from its own balances. It moves a market by
/// trading only: it has no power over the pool that any trader lacks.
/// @dev Steps are packed, one operation byte and its big-endian argument:
///   0x01 swapTo(uint160 sqrtPriceLimitX96)   21 bytes
///   0x02 mint(uint128 liquidity)             17 bytes
///   0x03 burn(uint128 liquidity)             17 bytes
///   0x04 collect()                            1 byte
contract Market {
    error NotOwner();
    error NotPool();
    error Unpaid(address token);
    error UnknownStep(uint256 offset);

    uint8 private constant SWAP_TO = 1;
    uint8 private constant MINT = 2;
    uint8 private constant BURN = 3;
    uint8 private constant COLLECT = 4;
    int24 private constant MAX_TICK = 887272;

    address public immutable owner;
    IMarketPool public immutable pool;
    IMarketToken public immutable token0;
    IMarketToken public immutable token1;
    /// @notice The position's range: the widest that the pool's spacing allows.
    int24 public immutable tickLower;
    int24 public immutable tickUpper;

    constructor(address owner_, IMarketPool pool_) {
        owner = owner_;
        pool = pool_;
        token0 = IMarketToken(pool_.token0());
        token1 = IMarketToken(pool_.token1());
        int24 spacing = pool_.tickSpacing();
        int24 widest = (MAX_TICK / spacing) * spacing;
        tickLower = -widest;
        tickUpper = widest;
    }

    /// @notice Performs the steps in order, all or none.
    function run(bytes calldata steps) external {
        if (msg.sender != owner) revert NotOwner();
        uint256 next = 0;
        while (next < steps.length) {
            uint8 op = uint8(steps[next]);
            if (op == SWAP_TO) {
                swapTo(uint160(bytes20(steps[next + 1:next + 21])));
                next += 21;
            } else if (op == MINT) {
                mint(uint128(bytes16(steps[next + 1:next + 17])));
                next += 17;
            } else if (op == BURN) {
                burn(uint128(bytes16(steps[next + 1:next + 17])));
                next += 17;
            } else if (op == COLLECT) {
                collect();
                next += 1;
            } else {
                revert UnknownStep(next);
            }
        }
    }

    /// @dev Swaps an unlimited amount, so that the pool stops exactly at the limit.
    /// A pool that stands there already is left alone. Where the pool has no
    /// liquidity the price moves for nothing, and nothing is paid.
    function swapTo(uint160 limit) private {
        (uint160 price, , , , , , ) = pool.slot0();
        if (limit == price) return;
        pool.swap(address(this), limit < price, type(int256).max, limit, "");
    }

    function mint(uint128 liquidity) private {
        if (liquidity == 0) return;
        pool.mint(address(this), tickLower, tickUpper, liquidity, "");
    }

    function burn(uint128 liquidity) private {
        if (liquidity == 0) return;
        pool.burn(tickLower, tickUpper, liquidity);
    }

    /// @dev A burn of nothing brings the position's fees up to date; it would
    /// revert for an empty position, whose fees were settled by its last burn.
    function collect() private {
        bytes32 key = keccak256(abi.encodePacked(address(this), tickLower, tickUpper));
        (uint128 liquidity, , , , ) = pool.positions(key);
        if (liquidity > 0) pool.burn(tickLower, tickUpper, 0);
        pool.collect(address(this), tickLower, tickUpper, type(uint128).max, type(uint128).max);
    }

    /// @notice The pool asks for what a swap costs.
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        if (msg.sender != address(pool)) revert NotPool();
        if (amount0 > 0) pay(token0, uint256(amount0));
        if (amount1 > 0) pay(token1, uint256(amount1));
    }

    /// @notice The pool asks for what new liquidity costs.
    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        if (msg.sender != address(pool)) revert NotPool();
        if (amount0 > 0) pay(token0, amount0);
        if (amount1 > 0) pay(token1, amount1);
    }

    function pay(IMarketToken token, uint256 amount) private {
        if (!token.transfer(msg.sender, amount)) revert Unpaid(address(token));
    }
}
