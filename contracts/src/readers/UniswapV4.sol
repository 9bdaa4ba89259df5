// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageDeed, CageReader, CageStanding} from "../ICageReader.sol";

/// @dev What names a pool.
struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

interface IRouter {
    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable;
}

interface IPositions {
    function modifyLiquidities(bytes calldata unlock, uint256 deadline) external payable;
    function nextTokenId() external view returns (uint256);
    function ownerOf(uint256 id) external view returns (address);
    function getPositionLiquidity(uint256 id) external view returns (uint128);
    function getPoolAndPositionInfo(uint256 id) external view returns (PoolKey memory, uint256 info);
}

/// @title UniswapV4: reads the swaps of the Universal Router in one pool of Uniswap v4, and what opens
/// and leaves a position at the position manager.
/// @notice Whoever calls pays, through Permit2, and receives. A pool with a hook is none that it
/// knows: a hook is called in the middle of a swap, and of a position. All pools are in one contract,
/// so what is put into one stands at a place of its own, the first 20 bytes of the pool's id, which
/// nobody has the key of.
///
/// The pools are open while a position is paid: a token that calls out could move the price of its
/// pool then. So a new position is a Join, and counts as what it is at a rate. The position manager
/// itself is locked meanwhile, so that the newest position is the one that was paid for.
contract UniswapV4 is CageReader {
    struct Single {
        PoolKey key;
        bool zeroForOne;
        uint128 amountIn;
        uint128 least;
        bytes hookData;
    }

    /// @dev A new position.
    struct Opening {
        PoolKey key;
        int24 lower;
        int24 upper;
        uint256 liquidity;
        uint128 most0;
        uint128 most1;
        address owner;
        bytes hookData;
    }

    /// @dev The router's command, which may not fail by itself, and what it does in turn: it gives an
    /// exact amount, pays that from the caller, and takes at least as much as the swap had to bring.
    bytes private constant COMMAND = hex"10";
    bytes private constant STEPS = hex"060c0f";
    /// @dev What the position manager does in turn: it mints, and the caller pays what that costs; or it
    /// takes liquidity out of a position, or burns one, and sends all that comes of it.
    bytes32 private constant OPENS = keccak256(hex"020d");
    bytes32 private constant LEAVES = keccak256(hex"0111");
    bytes32 private constant ENDS = keccak256(hex"0311");
    /// @dev The root of 1/1.0001, times 2^128.
    uint256 private constant STEP = 0xfffcb933bd6fad37aa2d162d1a594001;

    function read(address target, address account, bytes calldata data) external view returns (CageAction memory a) {
        bytes4 selector = _selector(target, data);
        if (selector == IRouter.execute.selector) return _swap(target, account, data);
        if (selector != IPositions.modifyLiquidities.selector) revert SelectorNotAllowed(target, selector);
        (bytes memory unlock, uint256 deadline) = abi.decode(data[4:], (bytes, uint256));
        (bytes memory steps, bytes[] memory params) = abi.decode(unlock, (bytes, bytes[]));
        bytes32 does = keccak256(steps);
        if (params.length != 2) revert SelectorNotAllowed(target, selector);
        if (does == OPENS) _open(target, a, params);
        else if (does == LEAVES || does == ENDS) _leave(target, a, params, does == ENDS);
        else revert SelectorNotAllowed(target, selector);
        _packed(target, data, abi.encode(abi.encode(steps, params), deadline));
    }

    function placeOf(address target, uint256 id) external view override returns (address) {
        return _place(_keyOf(target, id));
    }

    /// @dev Nothing is collected by itself: what a position earned comes with whatever is taken out. Of
    /// one that is burnt, or another's, there is nothing.
    function standing(address target, address account, uint256 id) external view override returns (CageStanding memory s) {
        try IPositions(target).ownerOf(id) returns (address owner) {
            if (owner == account) s.part = IPositions(target).getPositionLiquidity(id);
        } catch {}
    }

    function newest(address target, address account) external view override returns (uint256 id) {
        id = IPositions(target).nextTokenId() - 1;
        if (IPositions(target).ownerOf(id) != account) revert NothingToRead(target);
    }

    /// @dev Between its ticks a position is of both tokens, and beyond them of one.
    function amounts(address target, uint256 id, uint256 part, uint256 rate)
        external
        view
        override
        returns (uint256 amountA, uint256 amountB)
    {
        (, uint256 info) = IPositions(target).getPoolAndPositionInfo(id);
        (uint256 lower, uint256 upper) = (_rootAt(int24(uint24(info >> 8))), _rootAt(int24(uint24(info >> 32))));
        uint256 root = _root(target, rate) << 8;
        if (root < lower) root = lower;
        if (root > upper) root = upper;
        return (part * (((upper - root) << 96) / upper) / root, (part * (root - lower)) >> 96);
    }

    function _swap(address target, address account, bytes calldata data) private pure returns (CageAction memory a) {
        bytes4 selector = bytes4(data);
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

    /// @dev A new position, of which the id is not known before. The parameters come back as a compiler
    /// packs them.
    function _open(address target, CageAction memory a, bytes[] memory params) private pure {
        Opening memory o;
        (o.key, o.lower, o.upper, o.liquidity, o.most0, o.most1, o.owner, o.hookData) =
            abi.decode(params[0], (PoolKey, int24, int24, uint256, uint128, uint128, address, bytes));
        if (o.key.hooks != address(0) || o.hookData.length != 0) revert MalformedCall(target, IPositions.modifyLiquidities.selector);
        a.deed = CageDeed.Join;
        (a.tokenA, a.tokenB, a.amountA, a.amountB) = (o.key.currency0, o.key.currency1, o.most0, o.most1);
        (a.place, a.to) = (_place(o.key), o.owner);
        params[0] = abi.encode(o.key, o.lower, o.upper, o.liquidity, o.most0, o.most1, o.owner, o.hookData);
        params[1] = abi.encode(a.tokenA, a.tokenB);
    }

    /// @dev What goes out of a position, or all of it: the tokens are those of its pool.
    function _leave(address target, CageAction memory a, bytes[] memory params, bool ends) private view {
        uint256 liquidity;
        uint128 least0;
        uint128 least1;
        if (ends) (a.id, least0, least1, ) = abi.decode(params[0], (uint256, uint128, uint128, bytes));
        else (a.id, liquidity, least0, least1, ) = abi.decode(params[0], (uint256, uint256, uint128, uint128, bytes));
        PoolKey memory key = _keyOf(target, a.id);
        (a.deed, a.tokenA, a.tokenB) = (CageDeed.Decrease, key.currency0, key.currency1);
        (, , a.to) = abi.decode(params[1], (address, address, address));
        params[0] = ends ? abi.encode(a.id, least0, least1, "") : abi.encode(a.id, liquidity, least0, least1, "");
        params[1] = abi.encode(a.tokenA, a.tokenB, a.to);
    }

    /// @dev The pool of a position, without a hook.
    function _keyOf(address target, uint256 id) private view returns (PoolKey memory key) {
        (key, ) = IPositions(target).getPoolAndPositionInfo(id);
        if (key.tickSpacing == 0 || key.hooks != address(0)) revert NothingToRead(target);
    }

    function _place(PoolKey memory key) private pure returns (address) {
        return address(bytes20(keccak256(abi.encode(key))));
    }

    /// @dev The root of the price at a tick, times 2^96, rounded up as the pool does it.
    function _rootAt(int24 tick) private pure returns (uint256 root) {
        root = 1 << 128;
        uint256 power = STEP;
        for (uint256 n = uint256(int256(tick < 0 ? -tick : tick)); n != 0; n >>= 1) {
            if (n & 1 != 0) root = (root * power) >> 128;
            power = (power * power) >> 128;
        }
        if (tick > 0) root = type(uint256).max / root;
        root = (root + type(uint32).max) >> 32;
    }
}
