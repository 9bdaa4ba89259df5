// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageActions, CageDeed, ICageFactory, ICageLender, ICagePool, ICagePositions} from "./CageActions.sol";
import {ICageToken} from "./CageOracle.sol";
import {CageAmount} from "./CageTypes.sol";
import {ICaveatEnforcer} from "./ICaveatEnforcer.sol";
import {ICageOracle, PolicyCage} from "./PolicyCage.sol";

/// @title CageEnforcer: the caveat that asks an account's PolicyCage in the transaction
/// that moves its money.
/// @notice Terms are the cage (20 bytes) and how much of its value a swap may lose
/// (2 bytes, bps). Before an execution every call is read and put to the cage; after it
/// no token may have left beyond what was read, and a swap must have brought back what it
/// is worth. It knows the calls of CageActions and refuses all others.
/// @dev Between the hooks of one redemption it remembers in transient storage.
contract CageEnforcer is ICaveatEnforcer {
    error NotTheManager();
    error NotTheAccount(address delegator);
    error BadTerms();
    error ModeNotAllowed(bytes32 mode);
    error BatchNotAllowed(uint256 calls);
    error NativeValueNotAllowed(address target);
    error ProtocolNotApproved(address target);
    error SelectorNotAllowed(address target, bytes4 selector);
    error AssetNotApproved(address asset);
    error DestinationNotAllowed(address to);
    error AllowanceTooLarge(address token, uint256 amount, uint256 balance);
    error MovedMore(address token, uint256 moved, uint256 validated);
    error ValueLost(uint256 given, uint256 received);
    error PoolPriceAway(address pool, uint256 worth0, uint256 worth1);
    error Reentered();

    struct Execution {
        address target;
        uint256 value;
        bytes callData;
    }

    /// @dev A token's balance before, and what of it may leave.
    struct Line {
        address token;
        uint256 before;
        uint256 out;
    }

    /// @dev What to look at after the execution.
    struct Task {
        CageDeed deed;
        address target;
        uint256 id; // position, or asset of a lender
        uint256 name; // in the cage, where it was just opened
    }

    struct Book {
        Line[] lines;
        Task[] tasks;
        uint256 tasksUsed;
        address swapIn; // zero: no swap
        address swapOut;
        uint256 moves; // actions that let money leave
        uint256 loss; // bps of its value that a move may lose
    }

    uint256 private constant MOST_CALLS = 8;
    uint16 private constant MOST_LOSS = 5_000;
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    address public immutable manager;
    /// @notice The cage's name of a position, by cage and by contract and position.
    mapping(PolicyCage => mapping(bytes32 => uint256)) public names;

    constructor(address manager_) {
        manager = manager_;
    }

    function getTermsInfo(bytes calldata terms) public pure returns (PolicyCage cage, uint16 maxLossBps) {
        if (terms.length != 22) revert BadTerms();
        cage = PolicyCage(address(bytes20(terms[:20])));
        maxLossBps = uint16(bytes2(terms[20:]));
        if (address(cage) == address(0) || maxLossBps > MOST_LOSS) revert BadTerms();
    }

    function beforeAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external {}

    function afterAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external {}

    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address
    ) external {
        PolicyCage cage = _admit(terms, delegator);
        CageAction[] memory actions = _read(mode, execution);
        Book memory book = _open(cage, delegator, actions);
        (, book.loss) = getTermsInfo(terms);
        for (uint256 i = 0; i < actions.length; i++) _validate(cage, delegator, actions[i], book);
        if (book.moves > 1) revert BatchNotAllowed(actions.length);
        _keep(delegationHash, abi.encode(book));
    }

    function afterHook(
        bytes calldata terms,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32 delegationHash,
        address delegator,
        address
    ) external {
        PolicyCage cage = _admit(terms, delegator);
        Book memory book = abi.decode(_take(delegationHash), (Book));
        uint256 given = 0;
        uint256 received = 0;
        for (uint256 i = 0; i < book.lines.length; i++) {
            Line memory l = book.lines[i];
            uint256 left = ICageToken(l.token).balanceOf(delegator);
            if (left < l.before && l.before - left > l.out) revert MovedMore(l.token, l.before - left, l.out);
            if (l.token == book.swapIn && left < l.before) given = l.before - left;
            if (l.token == book.swapOut && left > l.before) received = left - l.before;
        }
        if (book.swapIn != address(0)) _compare(cage, book, given, received);
        for (uint256 i = 0; i < book.tasksUsed; i++) _follow(cage, delegator, book.tasks[i]);
    }

    // Before.

    function _admit(bytes calldata terms, address delegator) private view returns (PolicyCage cage) {
        if (msg.sender != manager) revert NotTheManager();
        (cage, ) = getTermsInfo(terms);
        if (cage.account() != delegator) revert NotTheAccount(delegator);
    }

    /// @dev One call or a batch of them that fails as a whole; nothing else. A batch has
    /// to be packed as the compiler packs it: the account reads it in another place.
    function _read(bytes32 mode, bytes calldata execution) private pure returns (CageAction[] memory out) {
        if (mode == BATCH) {
            Execution[] memory calls = abi.decode(execution, (Execution[]));
            if (calls.length == 0 || calls.length > MOST_CALLS) revert BatchNotAllowed(calls.length);
            if (keccak256(abi.encode(calls)) != keccak256(execution)) revert ModeNotAllowed(mode);
            out = new CageAction[](calls.length);
            for (uint256 i = 0; i < calls.length; i++) out[i] = _one(calls[i].target, calls[i].value, calls[i].callData);
            return out;
        }
        if (mode != 0 || execution.length < 52) revert ModeNotAllowed(mode);
        out = new CageAction[](1);
        out[0] = _one(address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]);
    }

    function _one(address target, uint256 value, bytes memory data) private pure returns (CageAction memory) {
        if (value != 0) revert NativeValueNotAllowed(target);
        return CageActions.read(target, data);
    }

    /// @dev Notes the balances of every asset of the cage and of every token named.
    function _open(PolicyCage cage, address delegator, CageAction[] memory actions) private view returns (Book memory b) {
        address[] memory assets = cage.assets();
        b.lines = new Line[](assets.length + 2 * actions.length);
        b.tasks = new Task[](actions.length);
        uint256 n = 0;
        for (uint256 i = 0; i < assets.length; i++) n = _line(b, n, assets[i], delegator);
        for (uint256 i = 0; i < actions.length; i++) {
            CageAction memory a = actions[i];
            _listed(cage, a);
            if (a.deed == CageDeed.Increase) {
                (, , a.tokenA, a.tokenB, a.fee, , , , , , , ) = ICagePositions(a.target).positions(a.id);
            }
            n = _line(b, n, a.tokenA, delegator);
            n = _line(b, n, a.tokenB, delegator);
        }
        Line[] memory lines = b.lines;
        assembly ("memory-safe") {
            mstore(lines, n)
        }
    }

    function _line(Book memory b, uint256 n, address token, address delegator) private view returns (uint256) {
        if (token == address(0)) return n;
        for (uint256 i = 0; i < n; i++) if (b.lines[i].token == token) return n;
        b.lines[n] = Line(token, ICageToken(token).balanceOf(delegator), 0);
        return n + 1;
    }

    /// @dev Target and selector have to be on the cage's lists. The target of an allowance
    /// is a token: the cage approves it, or its oracle knows what it is worth, so that what
    /// was approved once can be sold. A token of positions is neither.
    function _listed(PolicyCage cage, CageAction memory a) private view {
        if (a.deed == CageDeed.Approve) {
            if (cage.isApprovedAsset(a.target)) return;
            try ICageOracle(cage.priceOracle()).worth(a.target, 1) {} catch { revert AssetNotApproved(a.target); }
            return;
        }
        if (!cage.isApprovedProtocol(a.target)) revert ProtocolNotApproved(a.target);
        if (!cage.isSelectorAllowed(a.target, a.selector)) revert SelectorNotAllowed(a.target, a.selector);
    }

    function _validate(PolicyCage cage, address delegator, CageAction memory a, Book memory b) private {
        if (a.deed == CageDeed.Approve) return _allowance(cage, a, b);
        if (a.deed == CageDeed.Burn) return; // of an empty position: its contract takes no other
        if (a.deed == CageDeed.Decrease) return _task(b, a, a.id, 0);
        if (a.deed == CageDeed.Collect || a.deed == CageDeed.Withdraw) {
            cage.validateWithdrawal(a.tokenA, a.amountA, a.to);
            if (a.deed == CageDeed.Withdraw) _task(b, a, uint160(a.tokenA), 0);
            return;
        }
        // Money leaves: once in a redemption, since the cage judges what is held before it.
        b.moves++;
        _lets(b, a.tokenA, a.amountA);
        if (a.deed == CageDeed.Increase) {
            if (ICagePositions(a.target).ownerOf(a.id) != delegator) revert DestinationNotAllowed(a.target);
        } else if (a.to != delegator) {
            revert DestinationNotAllowed(a.to);
        }
        if (a.deed == CageDeed.Swap) {
            for (uint256 i = 0; i < a.hops.length; i++) {
                if (!cage.isApprovedAsset(a.hops[i])) revert AssetNotApproved(a.hops[i]);
            }
            cage.validateTrade(a.tokenA, a.tokenB, a.amountA);
            (b.swapIn, b.swapOut) = (a.tokenA, a.tokenB);
        } else if (a.deed != CageDeed.Repay) {
            _position(cage, a, b);
        }
    }

    /// @dev A new position, or more in one that the cage knows.
    function _position(PolicyCage cage, CageAction memory a, Book memory b) private {
        bool lends = a.deed == CageDeed.Supply;
        if (!lends) _lets(b, a.tokenB, a.amountB);
        CageAmount[] memory capital = new CageAmount[](lends ? 1 : 2);
        capital[0] = CageAmount(a.tokenA, a.amountA);
        if (!lends) capital[1] = CageAmount(a.tokenB, a.amountB);
        if (!lends) _priced(cage, a, b.loss);
        bytes32 key = keccak256(abi.encode(a.target, lends ? uint160(a.tokenA) : a.id));
        uint256 name = a.deed == CageDeed.Mint ? 0 : names[cage][key];
        if (name != 0 && cage.positionCost(name) != 0) {
            cage.validatePositionIncrease(name, capital);
            return;
        }
        address pool = a.target;
        if (!lends) pool = _pool(a);
        name = cage.validatePositionOpen(pool, capital);
        if (a.deed == CageDeed.Mint) _task(b, a, 0, name);
        else names[cage][key] = name;
    }

    function _pool(CageAction memory a) private view returns (address) {
        return ICageFactory(ICagePositions(a.target).factory()).getPool(a.tokenA, a.tokenB, a.fee);
    }

    /// @dev Liquidity goes to a pool at the market's price only: whoever bends the price
    /// before it and straightens it after would be paid out of it. 2^80 units of one
    /// token are compared with what the pool gives for them.
    function _priced(PolicyCage cage, CageAction memory a, uint256 loss) private view {
        address pool = _pool(a);
        if (!cage.isApprovedProtocol(pool)) revert ProtocolNotApproved(pool);
        (uint160 root, , , , , , ) = ICagePool(pool).slot0();
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 worth0 = oracle.worth(a.tokenA, 1 << 80);
        uint256 worth1 = oracle.worth(a.tokenB, ((uint256(root) >> 32) * (uint256(root) >> 32)) >> 48);
        uint256 apart = worth0 > worth1 ? worth0 - worth1 : worth1 - worth0;
        if (apart * 10_000 > worth0 * loss) revert PoolPriceAway(pool, worth0, worth1);
    }

    /// @dev No allowance is larger than what there is, and none but none is for a stranger.
    function _allowance(PolicyCage cage, CageAction memory a, Book memory b) private view {
        if (a.amountA == 0) return;
        if (!cage.isApprovedProtocol(a.to)) revert DestinationNotAllowed(a.to);
        for (uint256 i = 0; i < b.lines.length; i++) {
            Line memory l = b.lines[i];
            if (l.token == a.target && a.amountA > l.before) revert AllowanceTooLarge(l.token, a.amountA, l.before);
        }
    }

    function _lets(Book memory b, address token, uint256 amount) private pure {
        for (uint256 i = 0; i < b.lines.length; i++) if (b.lines[i].token == token) b.lines[i].out = amount;
    }

    function _task(Book memory b, CageAction memory a, uint256 id, uint256 name) private pure {
        b.tasks[b.tasksUsed++] = Task(a.deed, a.target, id, name);
    }

    // After.

    function _compare(PolicyCage cage, Book memory b, uint256 given, uint256 received) private view {
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 paid = oracle.cost(b.swapIn, given);
        uint256 got = oracle.worth(b.swapOut, received);
        if (got * 10_000 < paid * (10_000 - b.loss)) revert ValueLost(paid, got);
    }

    /// @dev Names a position that was minted, and tells the cage of one that is gone.
    function _follow(PolicyCage cage, address delegator, Task memory t) private {
        if (t.deed == CageDeed.Mint) {
            ICagePositions p = ICagePositions(t.target);
            uint256 id = p.tokenOfOwnerByIndex(delegator, p.balanceOf(delegator) - 1);
            names[cage][keccak256(abi.encode(t.target, id))] = t.name;
            return;
        }
        if (!_gone(cage, delegator, t)) return;
        bytes32 key = keccak256(abi.encode(t.target, t.id));
        uint256 name = names[cage][key];
        if (name == 0) return;
        delete names[cage][key];
        if (cage.positionCost(name) != 0) cage.recordPositionClose(name);
    }

    function _gone(PolicyCage cage, address delegator, Task memory t) private view returns (bool) {
        if (t.deed == CageDeed.Decrease) {
            try ICagePositions(t.target).positions(t.id) returns (
                uint96, address, address, address, uint24, int24, int24, uint128 liquidity, uint256, uint256, uint128, uint128
            ) {
                return liquidity == 0;
            } catch {
                return true; // burnt in the same redemption
            }
        }
        ICageLender lender = ICageLender(t.target);
        (uint256 collateral, uint256 debt, , , , ) = lender.getUserAccountData(delegator);
        cage.checkCollateralRatio(debt, collateral);
        return ICageToken(lender.getReserveData(address(uint160(t.id))).share).balanceOf(delegator) == 0;
    }

    // Between the hooks.

    function _keep(bytes32 delegationHash, bytes memory book) private {
        bytes32 slot = keccak256(abi.encode(delegationHash));
        bool open;
        assembly ("memory-safe") {
            open := tload(slot)
            if iszero(open) {
                let words := add(div(add(mload(book), 31), 32), 1)
                tstore(slot, words)
                for { let i := 0 } lt(i, words) { i := add(i, 1) } { tstore(add(slot, add(i, 1)), mload(add(book, mul(i, 32)))) }
            }
        }
        if (open) revert Reentered();
    }

    function _take(bytes32 delegationHash) private returns (bytes memory book) {
        bytes32 slot = keccak256(abi.encode(delegationHash));
        assembly ("memory-safe") {
            let words := tload(slot)
            tstore(slot, 0)
            book := mload(0x40)
            mstore(0x40, add(book, mul(words, 32)))
            for { let i := 0 } lt(i, words) { i := add(i, 1) } { mstore(add(book, mul(i, 32)), tload(add(slot, add(i, 1)))) }
        }
    }
}
