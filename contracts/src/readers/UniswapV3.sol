// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader, CageStanding} from "../ICageReader.sol";

/// @dev The calls of the first router.
interface IRouter {
    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct Path {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    function exactInputSingle(Single calldata params) external payable returns (uint256);
    function exactInput(Path calldata params) external payable returns (uint256);
}

/// @dev The second generation of the router, whose swaps have no deadline.
interface IRouter02 {
    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct Path {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    function exactInputSingle(Single calldata params) external payable returns (uint256);
    function exactInput(Path calldata params) external payable returns (uint256);
}

interface IPositions {
    struct MintParams {
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        address recipient;
        uint256 deadline;
    }

    struct IncreaseParams {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct DecreaseParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    struct Position {
        uint96 nonce;
        address operator;
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint256 growth0;
        uint256 growth1;
        uint128 owed0;
        uint128 owed1;
    }

    function mint(MintParams calldata params) external payable returns (uint256, uint128, uint256, uint256);
    function increaseLiquidity(IncreaseParams calldata params) external payable returns (uint128, uint256, uint256);
    function decreaseLiquidity(DecreaseParams calldata params) external payable returns (uint256, uint256);
    function collect(CollectParams calldata params) external payable returns (uint256, uint256);
    function burn(uint256 tokenId) external payable;
    function positions(uint256 tokenId) external view returns (Position memory);
    function factory() external view returns (address);
    function ownerOf(uint256 tokenId) external view returns (address);
    function balanceOf(address account) external view returns (uint256);
    function tokenOfOwnerByIndex(address account, uint256 index) external view returns (uint256);
}

interface IFactory {
    function getPool(address tokenA, address tokenB, uint24 fee) external view returns (address);
}

interface IPool {
    function slot0() external view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool);
}

/// @title UniswapV3: reads both routers of Uniswap v3, and its contract of positions.
contract UniswapV3 is CageReader {
    function read(address target, address account, bytes calldata data) external view returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        bytes calldata args = data[4:];
        if (selector == IRouter.exactInputSingle.selector) {
            _words(target, data, 8);
            IRouter.Single memory p = abi.decode(args, (IRouter.Single));
            a.deed = CageDeed.Swap;
            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn, p.recipient);
        } else if (selector == IRouter02.exactInputSingle.selector) {
            _words(target, data, 7);
            IRouter02.Single memory p = abi.decode(args, (IRouter02.Single));
            a.deed = CageDeed.Swap;
            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn, p.recipient);
        } else if (selector == IRouter.exactInput.selector) {
            IRouter.Path memory p = abi.decode(args, (IRouter.Path));
            _packed(target, data, abi.encode(p));
            (a.amountA, a.to) = (p.amountIn, p.recipient);
            _route(a, p.path, target, selector);
        } else if (selector == IRouter02.exactInput.selector) {
            IRouter02.Path memory p = abi.decode(args, (IRouter02.Path));
            _packed(target, data, abi.encode(p));
            (a.amountA, a.to) = (p.amountIn, p.recipient);
            _route(a, p.path, target, selector);
        } else if (selector == IPositions.mint.selector) {
            _words(target, data, 11);
            IPositions.MintParams memory p = abi.decode(args, (IPositions.MintParams));
            a.deed = CageDeed.Mint;
            (a.tokenA, a.tokenB, a.amountA, a.amountB) = (p.token0, p.token1, p.amount0Desired, p.amount1Desired);
            (a.to, a.place) = (p.recipient, _pool(target, p.token0, p.token1, p.fee));
        } else if (selector == IPositions.increaseLiquidity.selector) {
            _words(target, data, 6);
            IPositions.IncreaseParams memory p = abi.decode(args, (IPositions.IncreaseParams));
            a.deed = CageDeed.Increase;
            (a.id, a.amountA, a.amountB) = (p.tokenId, p.amount0Desired, p.amount1Desired);
            IPositions.Position memory x = IPositions(target).positions(a.id);
            (a.tokenA, a.tokenB, a.to) = (x.token0, x.token1, IPositions(target).ownerOf(a.id));
            a.place = _pool(target, x.token0, x.token1, x.fee);
        } else if (selector == IPositions.decreaseLiquidity.selector) {
            _words(target, data, 5);
            (a.deed, a.id, a.to) = (CageDeed.Decrease, abi.decode(args, (IPositions.DecreaseParams)).tokenId, account);
        } else if (selector == IPositions.collect.selector) {
            _words(target, data, 4);
            IPositions.CollectParams memory p = abi.decode(args, (IPositions.CollectParams));
            (a.deed, a.id, a.to) = (CageDeed.Collect, p.tokenId, p.recipient);
        } else if (selector == IPositions.burn.selector) {
            _words(target, data, 1);
            (a.deed, a.id, a.to) = (CageDeed.Burn, abi.decode(args, (uint256)), account);
        } else {
            revert SelectorNotAllowed(target, selector);
        }
    }

    function placeOf(address target, uint256 id) external view override returns (address) {
        IPositions.Position memory x = IPositions(target).positions(id);
        return _pool(target, x.token0, x.token1, x.fee);
    }

    /// @dev Of a position that is burnt there is nothing.
    function standing(address target, address, uint256 id) external view override returns (CageStanding memory s) {
        try IPositions(target).positions(id) returns (IPositions.Position memory x) {
            (s.part, s.owedA, s.owedB) = (x.liquidity, x.owed0, x.owed1);
        } catch {}
    }

    function newest(address target, address account) external view override returns (uint256) {
        return IPositions(target).tokenOfOwnerByIndex(account, IPositions(target).balanceOf(account) - 1);
    }

    function price(address, uint256, address place) external view override returns (uint256) {
        (uint160 root, , , , , , ) = IPool(place).slot0();
        return ((uint256(root) >> 32) * (uint256(root) >> 32)) >> 48;
    }

    /// @dev A path is token, fee, token, fee, token and so on: 20 and 3 bytes.
    function _route(CageAction memory a, bytes memory path, address target, bytes4 selector) private pure {
        a.deed = CageDeed.Swap;
        uint256 n = path.length;
        if (n < 43 || (n - 20) % 23 != 0) revert MalformedCall(target, selector);
        (a.tokenA, a.tokenB) = (_token(path, 0), _token(path, n - 20));
        a.hops = new address[]((n - 43) / 23);
        for (uint256 i = 0; i < a.hops.length; i++) a.hops[i] = _token(path, 23 * (i + 1));
    }

    function _token(bytes memory path, uint256 offset) private pure returns (address found) {
        assembly ("memory-safe") {
            found := shr(96, mload(add(add(path, 32), offset)))
        }
    }

    function _pool(address target, address token0, address token1, uint24 fee) private view returns (address) {
        return IFactory(IPositions(target).factory()).getPool(token0, token1, fee);
    }
}
