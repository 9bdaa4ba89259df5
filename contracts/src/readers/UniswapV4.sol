// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader} from "../ICageReader.sol";

interface IRouter {
    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable;
}

/// @title UniswapV4: reads the swaps of the Universal Router in one pool of Uniswap v4.
/// @notice Whoever calls pays, through Permit2, and receives. A pool with a hook is none that it
/// knows: a hook is called in the middle of a swap.
contract UniswapV4 is CageReader {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Single {
        PoolKey key;
        bool zeroForOne;
        uint128 amountIn;
        uint128 least;
        bytes hookData;
    }

    /// @dev The router's command, which may not fail by itself, and what it does in turn: it gives an
    /// exact amount, pays that from the caller, and takes at least as much as the swap had to bring.
    bytes private constant COMMAND = hex"10";
    bytes private constant STEPS = hex"060c0f";

    function read(address target, address account, bytes calldata data) external pure returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        if (selector != IRouter.execute.selector) revert SelectorNotAllowed(target, selector);
        (bytes memory commands, bytes[] memory inputs, uint256 deadline) = abi.decode(data[4:], (bytes, bytes[], uint256));
        if (keccak256(commands) != keccak256(COMMAND) || inputs.length != 1) revert SelectorNotAllowed(target, selector);
        (bytes memory steps, bytes[] memory params) = abi.decode(inputs[0], (bytes, bytes[]));
        if (keccak256(steps) != keccak256(STEPS) || params.length != 3) revert SelectorNotAllowed(target, selector);
        Single memory s = abi.decode(params[0], (Single));
        if (s.key.hooks != address(0) || s.hookData.length != 0) revert MalformedCall(target, selector);
        (a.tokenA, a.tokenB) = s.zeroForOne ? (s.key.currency0, s.key.currency1) : (s.key.currency1, s.key.currency0);
        (a.deed, a.amountA, a.to) = (CageDeed.Swap, s.amountIn, account);
        (params[0], params[1], params[2]) = (abi.encode(s), abi.encode(a.tokenA, s.amountIn), abi.encode(a.tokenB, s.least));
        inputs[0] = abi.encode(STEPS, params);
        _packed(target, data, abi.encode(COMMAND, inputs, deadline));
    }
}
