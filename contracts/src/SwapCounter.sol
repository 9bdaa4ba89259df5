// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title SwapCounter: the smallest Uniswap v4 hook that can be seen at work.
/// @notice It counts the swaps of every pool that names it. Its address must have the
/// afterSwap flag (0x40) and no other.
contract SwapCounter {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct SwapParams {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    error NotPoolManager();

    address public immutable poolManager;
    mapping(bytes32 poolId => uint256) public swaps;

    constructor(address poolManager_) {
        poolManager = poolManager_;
    }

    function afterSwap(address, PoolKey calldata key, SwapParams calldata, int256, bytes calldata)
        external
        returns (bytes4, int128)
    {
        if (msg.sender != poolManager) revert NotPoolManager();
        swaps[keccak256(abi.encode(key))]++;
        return (this.afterSwap.selector, 0);
    }
}
