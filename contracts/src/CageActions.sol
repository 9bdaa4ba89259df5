// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The calls that a cage's enforcer understands, as their contracts declare them.
interface ICageRouter {
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
interface ICageRouter02 {
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

interface ICagePositions {
    struct Mint {
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

    struct Increase {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct Decrease {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct Collect {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    function mint(Mint calldata params) external payable returns (uint256, uint128, uint256, uint256);
    function increaseLiquidity(Increase calldata params) external payable returns (uint128, uint256, uint256);
    function decreaseLiquidity(Decrease calldata params) external payable returns (uint256, uint256);
    function collect(Collect calldata params) external payable returns (uint256, uint256);
    function positions(uint256 tokenId)
        external
        view
        returns (uint96, address, address token0, address token1, uint24 fee, int24, int24, uint128 liquidity, uint256, uint256, uint128, uint128);
    function burn(uint256 tokenId) external payable;
    function factory() external view returns (address);
    function ownerOf(uint256 tokenId) external view returns (address);
    function balanceOf(address account) external view returns (uint256);
    function tokenOfOwnerByIndex(address account, uint256 index) external view returns (uint256);
}

interface ICageFactory {
    function getPool(address tokenA, address tokenB, uint24 fee) external view returns (address);
}

interface ICagePool {
    function slot0() external view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool);
}

interface ICageLender {
    /// @dev The first words of a reserve; more follow.
    struct Reserve {
        uint256[8] others;
        address share;
        address stableDebt; // zero where the market has none
        address debt;
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral) external;
    function withdraw(address asset, uint256 amount, address to) external returns (uint256);
    function repay(address asset, uint256 amount, uint256 rateMode, address onBehalfOf) external returns (uint256);
    function getReserveData(address asset) external view returns (Reserve memory);
    function getUserAccountData(address user)
        external
        view
        returns (uint256 collateral, uint256 debt, uint256, uint256, uint256, uint256);
}

enum CageDeed {
    Approve,
    Swap,
    Mint,
    Increase,
    Decrease,
    Collect,
    Burn,
    Supply,
    Withdraw,
    Repay
}

/// @dev One call, read. Of a swap tokenA goes in and tokenB comes out; of a position
/// they are its two tokens; else tokenA is the asset.
struct CageAction {
    CageDeed deed;
    address target;
    address tokenA;
    address tokenB;
    uint256 amountA;
    uint256 amountB;
    uint256 id; // of a position
    uint24 fee; // of a pool
    bytes4 selector;
    address to; // recipient, beneficiary or spender
    address[] hops; // tokens on the way
}

/// @title CageActions: reads the call data of the few calls that a cage lets through.
/// @notice Whatever it does not know, with a value, or longer than it has to be is an error.
library CageActions {
    error SelectorNotAllowed(address target, bytes4 selector);
    error MalformedCall(address target, bytes4 selector);

    function read(address target, bytes memory data) internal pure returns (CageAction memory a) {
        if (data.length < 4) revert SelectorNotAllowed(target, 0);
        bytes4 selector = bytes4(data);
        bytes memory args = tail(data);
        (a.target, a.selector) = (target, selector);
        uint256 words = 0; // 0: checked where it is read
        if (selector == 0x095ea7b3) {
            (a.deed, words) = (CageDeed.Approve, 2);
            (a.to, a.amountA) = abi.decode(args, (address, uint256));
        } else if (selector == ICageRouter.exactInputSingle.selector) {
            (a.deed, words) = (CageDeed.Swap, 8);
            ICageRouter.Single memory p = abi.decode(args, (ICageRouter.Single));
            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn, p.recipient);
        } else if (selector == ICageRouter02.exactInputSingle.selector) {
            (a.deed, words) = (CageDeed.Swap, 7);
            ICageRouter02.Single memory p = abi.decode(args, (ICageRouter02.Single));
            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn, p.recipient);
        } else if (selector == ICageRouter.exactInput.selector) {
            ICageRouter.Path memory p = abi.decode(args, (ICageRouter.Path));
            (a.amountA, a.to) = (p.amountIn, p.recipient);
            route(a, p.path, keccak256(abi.encode(p)) == keccak256(args));
        } else if (selector == ICageRouter02.exactInput.selector) {
            ICageRouter02.Path memory p = abi.decode(args, (ICageRouter02.Path));
            (a.amountA, a.to) = (p.amountIn, p.recipient);
            route(a, p.path, keccak256(abi.encode(p)) == keccak256(args));
        } else if (selector == ICagePositions.mint.selector) {
            (a.deed, words) = (CageDeed.Mint, 11);
            ICagePositions.Mint memory p = abi.decode(args, (ICagePositions.Mint));
            (a.tokenA, a.tokenB, a.amountA, a.amountB) = (p.token0, p.token1, p.amount0Desired, p.amount1Desired);
            (a.to, a.fee) = (p.recipient, p.fee);
        } else if (selector == ICagePositions.increaseLiquidity.selector) {
            (a.deed, words) = (CageDeed.Increase, 6);
            ICagePositions.Increase memory p = abi.decode(args, (ICagePositions.Increase));
            (a.id, a.amountA, a.amountB) = (p.tokenId, p.amount0Desired, p.amount1Desired);
        } else if (selector == ICagePositions.decreaseLiquidity.selector) {
            (a.deed, words) = (CageDeed.Decrease, 5);
            a.id = abi.decode(args, (ICagePositions.Decrease)).tokenId;
        } else if (selector == ICagePositions.collect.selector) {
            (a.deed, words) = (CageDeed.Collect, 4);
            ICagePositions.Collect memory p = abi.decode(args, (ICagePositions.Collect));
            (a.id, a.to) = (p.tokenId, p.recipient);
        } else if (selector == ICagePositions.burn.selector) {
            (a.deed, words) = (CageDeed.Burn, 1);
            a.id = abi.decode(args, (uint256));
        } else if (selector == ICageLender.supply.selector) {
            (a.deed, words) = (CageDeed.Supply, 4);
            (a.tokenA, a.amountA, a.to, ) = abi.decode(args, (address, uint256, address, uint16));
        } else if (selector == ICageLender.withdraw.selector) {
            (a.deed, words) = (CageDeed.Withdraw, 3);
            (a.tokenA, a.amountA, a.to) = abi.decode(args, (address, uint256, address));
        } else if (selector == ICageLender.repay.selector) {
            (a.deed, words) = (CageDeed.Repay, 4);
            (a.tokenA, a.amountA, , a.to) = abi.decode(args, (address, uint256, uint256, address));
        } else {
            revert SelectorNotAllowed(target, selector);
        }
        if (words != 0 && args.length != 32 * words) revert MalformedCall(target, selector);
    }

    /// @dev A path is token, fee, token, fee, token and so on: 20 and 3 bytes. The call is
    /// packed as the compiler packs it, so that two readers cannot read two things.
    function route(CageAction memory a, bytes memory path, bool packed) private pure {
        a.deed = CageDeed.Swap;
        uint256 n = path.length;
        if (n < 43 || (n - 20) % 23 != 0 || !packed) revert MalformedCall(a.target, a.selector);
        (a.tokenA, a.tokenB) = (token(path, 0), token(path, n - 20));
        a.hops = new address[]((n - 43) / 23);
        for (uint256 i = 0; i < a.hops.length; i++) a.hops[i] = token(path, 23 * (i + 1));
    }

    /// @dev What follows the selector.
    function tail(bytes memory data) private pure returns (bytes memory args) {
        args = new bytes(data.length - 4);
        assembly ("memory-safe") {
            mcopy(add(args, 32), add(data, 36), mload(args))
        }
    }

    function token(bytes memory path, uint256 offset) private pure returns (address found) {
        assembly ("memory-safe") {
            found := shr(96, mload(add(add(path, 32), offset)))
        }
    }
}
