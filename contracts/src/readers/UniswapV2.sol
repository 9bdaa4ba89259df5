// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader} from "../ICageReader.sol";

interface IRouter {
    function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory);
}

/// @title UniswapV2: reads the swaps of the second router of Uniswap v2, and of what copies it.
contract UniswapV2 is CageReader {
    /// @dev The arguments of a swap.
    struct Path {
        uint256 amountIn;
        uint256 least;
        address[] path;
        address to;
        uint256 deadline;
    }

    function read(address target, address, bytes calldata data) external pure returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        if (selector != IRouter.swapExactTokensForTokens.selector) revert SelectorNotAllowed(target, selector);
        Path memory p;
        (p.amountIn, p.least, p.path, p.to, p.deadline) = abi.decode(data[4:], (uint256, uint256, address[], address, uint256));
        _packed(target, data, abi.encode(p.amountIn, p.least, p.path, p.to, p.deadline));
        uint256 n = p.path.length;
        if (n < 2) revert MalformedCall(target, selector);
        (a.deed, a.tokenA, a.tokenB, a.amountA, a.to) = (CageDeed.Swap, p.path[0], p.path[n - 1], p.amountIn, p.to);
        a.hops = new address[](n - 2);
        for (uint256 i = 0; i < a.hops.length; i++) a.hops[i] = p.path[i + 1];
    }
}
