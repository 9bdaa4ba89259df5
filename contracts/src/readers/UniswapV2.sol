// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader, CageStanding} from "../ICageReader.sol";

interface IRouter {
    function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory);
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 mostA,
        uint256 mostB,
        uint256 leastA,
        uint256 leastB,
        address to,
        uint256 deadline
    ) external returns (uint256, uint256, uint256);
    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 shares,
        uint256 leastA,
        uint256 leastB,
        address to,
        uint256 deadline
    ) external returns (uint256, uint256);
    function factory() external view returns (address);
}

interface IFactory {
    function getPair(address tokenA, address tokenB) external view returns (address);
}

interface IPair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32);
    function totalSupply() external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
}

/// @title UniswapV2: reads the second router of Uniswap v2, and of what copies it.
/// @notice What an account has of a pair is one position, whose id is the pair's address and whose
/// units are those of the pair's own token. A share counts as what it is at a rate, whatever the
/// reserves are bent to: swaps leave their product.
contract UniswapV2 is CageReader {
    /// @dev The arguments of a swap.
    struct Path {
        uint256 amountIn;
        uint256 least;
        address[] path;
        address to;
        uint256 deadline;
    }

    function read(address target, address, bytes calldata data) external view returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        if (selector == IRouter.swapExactTokensForTokens.selector) return _swap(target, data);
        if (selector == IRouter.addLiquidity.selector) {
            _words(target, data, 8);
            a.deed = CageDeed.Join;
            (a.tokenA, a.tokenB, a.amountA, a.amountB, , , a.to, ) =
                abi.decode(data[4:], (address, address, uint256, uint256, uint256, uint256, address, uint256));
        } else if (selector == IRouter.removeLiquidity.selector) {
            _words(target, data, 7);
            a.deed = CageDeed.Decrease;
            (a.tokenA, a.tokenB, , , , a.to, ) =
                abi.decode(data[4:], (address, address, uint256, uint256, uint256, address, uint256));
        } else {
            revert SelectorNotAllowed(target, selector);
        }
        a.place = IFactory(IRouter(target).factory()).getPair(a.tokenA, a.tokenB);
        if (a.place == address(0)) revert NothingToRead(target);
        a.id = uint160(a.place);
    }

    function placeOf(address, uint256 id) external pure override returns (address) {
        return address(uint160(id));
    }

    function standing(address, address account, uint256 id) external view override returns (CageStanding memory s) {
        s.part = IPair(address(uint160(id))).balanceOf(account);
    }

    function amounts(address target, uint256 id, uint256 part, uint256 rate)
        external
        view
        override
        returns (uint256 amountA, uint256 amountB)
    {
        IPair pair = IPair(address(uint160(id)));
        (uint112 reserve0, uint112 reserve1, ) = pair.getReserves();
        uint256 liquidity = _sqrt(uint256(reserve0) * reserve1) * part / pair.totalSupply();
        uint256 root = _root(target, rate);
        return ((liquidity << 88) / root, (liquidity * root) >> 88);
    }

    function _swap(address target, bytes calldata data) private pure returns (CageAction memory a) {
        Path memory p;
        (p.amountIn, p.least, p.path, p.to, p.deadline) = abi.decode(data[4:], (uint256, uint256, address[], address, uint256));
        _packed(target, data, abi.encode(p.amountIn, p.least, p.path, p.to, p.deadline));
        uint256 n = p.path.length;
        if (n < 2) revert MalformedCall(target, bytes4(data));
        (a.deed, a.tokenA, a.tokenB, a.amountA, a.to) = (CageDeed.Swap, p.path[0], p.path[n - 1], p.amountIn, p.to);
        a.hops = new address[](n - 2);
        for (uint256 i = 0; i < a.hops.length; i++) a.hops[i] = p.path[i + 1];
    }
}
