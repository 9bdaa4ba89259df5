// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageAction, CageActions, CageDeed, ICageFactory, ICageLender, ICagePool, ICagePositions} from "./CageActions.sol";
import {ICageToken} from "./CageOracle.sol";
import {CageAmount} from "./CageTypes.sol";
import {ICaveatEnforcer} from "./ICaveatEnforcer.sol";
import {ICageOracle, PolicyCage} from "./PolicyCage.sol";

/// @title CageEnforcer: the caveat that asks an account's PolicyCage in the transaction
/// that moves its money.
/// @notice One stands for each delegation manager, and an account binds one cage to it for
/// ever: every grant of the account, a later one and a redelegation too, is held by that
/// cage and shares its sums. Terms are the cage (20 bytes).
///
/// A redemption is one move, with allowances beside it and nothing else. The move is
/// measured around itself, in every token that it touches: what it gave, and what came
/// back to the account. So nothing can stand in for what it lost.
///
/// - A swap gives one token and receives another, both at the feeds' prices.
/// - Liquidity is given at a pool's price; a price off the feeds' counts as lost. No
///   allowance stands behind it: a token that calls out when it is approved could move the
///   pool back before it is looked at, or bring another position in.
/// - What is lent, withdrawn and repaid is the same token on both sides, unit for unit.
/// - Leaving a position (decrease, collect, burn) is one move, and always passes if all
///   that is taken out comes to the account. At the feeds' prices a position is worth
///   least when the pool stands there, so that leaving it at another price loses nothing.
///
/// It knows the calls of CageActions and refuses all others.
/// @dev Between the hooks it remembers in transient storage, one redemption an account.
contract CageEnforcer is ICaveatEnforcer {
    error NotTheManager();
    error NotTheAccount(address delegator);
    error AlreadyBound(PolicyCage cage);
    error BadTerms();
    error ModeNotAllowed(bytes32 mode);
    error BatchNotAllowed(uint256 calls);
    error NativeValueNotAllowed(address target);
    error AssetNotApproved(address asset);
    error DestinationNotAllowed(address to);
    error AllowanceTooLarge(address token, uint256 amount, uint256 balance);
    error ProtocolNotApproved(address target);
    error MovedMore(address token, uint256 moved, uint256 validated);
    error UnitsLost(address token, uint256 given, uint256 received);
    error HealthTooLow(uint256 health, uint256 least);
    error PoolPriceAway(address pool, uint256 worth0, uint256 worth1);
    error NotCollected(uint256 position, uint256 owed0, uint256 owed1);
    error Reentered();

    event Bound(address indexed account, PolicyCage cage);

    struct Execution {
        address target;
        uint256 value;
        bytes callData;
    }

    /// @dev The move of a redemption. Swap: tokenA goes, tokenB comes. Position: both go.
    /// Of a lender, tokenA moves and tokenB is what stands for it there, share or debt.
    struct Move {
        CageDeed deed; // Approve: there is none
        address target;
        uint256 id; // of a position; of a lender the asset
        uint256 name; // in the cage, of what is opened
        address tokenA;
        address tokenB;
        uint256 heldA; // before
        uint256 heldB;
        uint256 outA; // what may leave
        uint256 outB;
        uint256 part; // before: liquidity, or units at a lender
        uint256 health; // before: of the account at a lender
        address pool; // that liquidity is given to
    }

    uint256 private constant MOST_CALLS = 8;
    uint256 private constant WORDS = 13; // of a Move
    uint256 private constant BILLION = 1e9;
    /// @dev What a lender's rounding may take, in units.
    uint256 private constant ROUNDING = 2;
    /// @dev The least health factor that a withdrawal from behind a debt may leave: below one a
    /// liquidator takes a bonus, which no limit here would count. What stands behind no debt
    /// may be taken out at any: a debt is paid with it.
    uint256 private constant HEALTH = 1.2e18;
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    address public immutable manager;
    /// @notice The cage of an account.
    mapping(address account => PolicyCage) public cages;
    /// @notice The cage's name of a position, by cage and by contract and position.
    mapping(PolicyCage => mapping(bytes32 => uint256)) public names;

    constructor(address manager_) {
        manager = manager_;
    }

    /// @notice The calling account is held by the cage from now on, and by no other.
    function bind(PolicyCage cage) external {
        if (address(cages[msg.sender]) != address(0)) revert AlreadyBound(cages[msg.sender]);
        if (cage.account() != msg.sender || cage.enforcer() != address(this)) revert NotTheAccount(msg.sender);
        cages[msg.sender] = cage;
        emit Bound(msg.sender, cage);
    }

    function getTermsInfo(bytes calldata terms) public pure returns (PolicyCage cage) {
        if (terms.length != 20) revert BadTerms();
        cage = PolicyCage(address(bytes20(terms)));
        if (address(cage) == address(0)) revert BadTerms();
    }

    function beforeAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external {}

    function afterAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external {}

    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        bytes32 mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external {
        PolicyCage cage = _admit(terms, delegator);
        CageAction[] memory actions = _read(mode, execution);
        Move memory move;
        for (uint256 i = 0; i < actions.length; i++) {
            CageAction memory a = actions[i];
            if (a.deed == CageDeed.Approve) {
                if (move.pool != address(0)) revert BatchNotAllowed(actions.length);
                _allowance(cage, delegator, a);
                continue;
            }
            cage.checkCall(a.target, a.selector);
            if (_leaves(a.deed)) {
                _leave(cage, move, a, delegator, actions.length);
                continue;
            }
            if (move.deed != CageDeed.Approve) revert BatchNotAllowed(actions.length);
            _begin(move, a, delegator);
            _validate(cage, move, a);
        }
        _keep(delegator, move);
    }

    function afterHook(
        bytes calldata terms,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address delegator,
        address
    ) external {
        PolicyCage cage = _admit(terms, delegator);
        Move memory m = _take(delegator);
        if (m.deed == CageDeed.Swap) return _settleSwap(cage, m, delegator);
        if (m.deed == CageDeed.Approve || m.deed == CageDeed.Collect || m.deed == CageDeed.Burn) return;
        if (m.deed == CageDeed.Decrease) return _settleLeave(cage, m);
        if (m.deed == CageDeed.Mint || m.deed == CageDeed.Increase) return _settleLiquidity(cage, m, delegator);
        _settleLender(cage, m, delegator);
    }

    // Before.

    function _admit(bytes calldata terms, address delegator) private view returns (PolicyCage cage) {
        if (msg.sender != manager) revert NotTheManager();
        cage = getTermsInfo(terms);
        if (address(cages[delegator]) != address(cage)) revert NotTheAccount(delegator);
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

    /// @dev No allowance is larger than what there is, and none but none is for a stranger.
    /// The token is one that the cage approves, or that its oracle knows a price of, so that
    /// what was approved once can be sold. A token of positions is neither.
    function _allowance(PolicyCage cage, address delegator, CageAction memory a) private view {
        if (!cage.isApprovedAsset(a.target)) {
            try ICageOracle(cage.priceOracle()).worth(a.target, 1) {} catch { revert AssetNotApproved(a.target); }
        }
        if (a.amountA == 0) return;
        if (!cage.isApprovedProtocol(a.to)) revert DestinationNotAllowed(a.to);
        uint256 held = ICageToken(a.target).balanceOf(delegator);
        if (a.amountA > held) revert AllowanceTooLarge(a.target, a.amountA, held);
    }

    function _leaves(CageDeed deed) private pure returns (bool) {
        return deed == CageDeed.Decrease || deed == CageDeed.Collect || deed == CageDeed.Burn;
    }

    /// @dev Takes a step of leaving a position into the move. All steps are of one, which was
    /// opened through the cage or stands in a pool that it approves: what the owner has
    /// elsewhere is no part of what his limits count.
    function _leave(PolicyCage cage, Move memory m, CageAction memory a, address delegator, uint256 calls) private view {
        bool first = m.deed == CageDeed.Approve;
        if (!first && (!_leaves(m.deed) || m.target != a.target || m.id != a.id)) revert BatchNotAllowed(calls);
        if (a.deed == CageDeed.Collect && a.to != delegator) revert DestinationNotAllowed(a.to);
        (m.target, m.id) = (a.target, a.id);
        if (first && names[cage][_key(m)] == 0) {
            (, , a.tokenA, a.tokenB, a.fee, , , , , , , ) = ICagePositions(a.target).positions(a.id);
            _pool(cage, a);
        }
        if (first || a.deed == CageDeed.Decrease) m.deed = a.deed;
        if (a.deed == CageDeed.Decrease) (m.part, , ) = _liquidity(m);
    }

    /// @dev Notes what the account has of the tokens of a move.
    function _begin(Move memory m, CageAction memory a, address delegator) private view {
        (m.deed, m.target, m.id) = (a.deed, a.target, a.id);
        if (a.deed == CageDeed.Increase) {
            (, , a.tokenA, a.tokenB, a.fee, , , , , , , ) = ICagePositions(a.target).positions(a.id);
            if (ICagePositions(a.target).ownerOf(a.id) != delegator) revert DestinationNotAllowed(a.target);
        } else if (a.to != delegator) {
            revert DestinationNotAllowed(a.to);
        }
        if (a.deed >= CageDeed.Supply) {
            m.id = uint160(a.tokenA);
            ICageLender.Reserve memory reserve = ICageLender(a.target).getReserveData(a.tokenA);
            (a.tokenB, m.part) = a.deed == CageDeed.Repay
                ? (reserve.debt, _held(reserve.debt, delegator) + _held(reserve.stableDebt, delegator))
                : (reserve.share, _held(reserve.share, delegator));
            if (a.deed == CageDeed.Withdraw) (, , , , , m.health) = ICageLender(a.target).getUserAccountData(delegator);
        } else {
            (m.heldB, m.outB) = (_held(a.tokenB, delegator), a.amountB);
        }
        (m.tokenA, m.tokenB) = (a.tokenA, a.tokenB);
        (m.heldA, m.outA) = (_held(a.tokenA, delegator), a.amountA);
    }

    function _validate(PolicyCage cage, Move memory m, CageAction memory a) private {
        if (a.deed == CageDeed.Swap) {
            for (uint256 i = 0; i < a.hops.length; i++) {
                if (!cage.isApprovedAsset(a.hops[i])) revert AssetNotApproved(a.hops[i]);
            }
            cage.validateTrade(a.tokenA, a.tokenB, a.amountA);
        } else if (a.deed < CageDeed.Withdraw) {
            _position(cage, m, a);
        }
    }

    /// @dev A new position, or more in one that the cage knows.
    function _position(PolicyCage cage, Move memory m, CageAction memory a) private {
        bool lends = a.deed == CageDeed.Supply;
        CageAmount[] memory capital = new CageAmount[](lends ? 1 : 2);
        capital[0] = CageAmount(a.tokenA, a.amountA);
        if (!lends) capital[1] = CageAmount(a.tokenB, a.amountB);
        address place = lends ? a.target : _pool(cage, a);
        if (!lends) m.pool = place;
        uint256 name = a.deed == CageDeed.Mint ? 0 : names[cage][_key(m)];
        if (cage.positionCost(name) != 0) return cage.validatePositionIncrease(name, capital); // none is named zero
        m.name = cage.validatePositionOpen(place, capital);
        if (a.deed != CageDeed.Mint) names[cage][_key(m)] = m.name;
    }

    /// @dev The pool of a position, one that the cage approves.
    function _pool(PolicyCage cage, CageAction memory a) private view returns (address pool) {
        pool = ICageFactory(ICagePositions(a.target).factory()).getPool(a.tokenA, a.tokenB, a.fee);
        if (!cage.isApprovedProtocol(pool)) revert ProtocolNotApproved(pool);
    }

    /// @dev How far a pool's price is from the feeds', in billionths of the higher of the
    /// two, rounded up: 2^80 units of one token are compared with what the pool gives for
    /// them. When the price comes back to the feeds', a position turns what it holds over
    /// at prices between the two, and so loses no larger share than this.
    function _away(ICageOracle oracle, Move memory m) private view returns (uint256) {
        (uint160 root, , , , , , ) = ICagePool(m.pool).slot0();
        uint256 worth0 = oracle.worth(m.tokenA, 1 << 80);
        uint256 worth1 = oracle.worth(m.tokenB, ((uint256(root) >> 32) * (uint256(root) >> 32)) >> 48);
        (uint256 least, uint256 most) = worth0 < worth1 ? (worth0, worth1) : (worth1, worth0);
        if (least == 0) revert PoolPriceAway(m.pool, worth0, worth1);
        return ((most - least) * BILLION + most - 1) / most;
    }

    // After.

    function _settleSwap(PolicyCage cage, Move memory m, address delegator) private {
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 given = oracle.cost(m.tokenA, _given(m.tokenA, m.heldA, m.outA, delegator));
        uint256 now_ = _held(m.tokenB, delegator);
        if (now_ < m.heldB) revert MovedMore(m.tokenB, m.heldB - now_, 0);
        cage.settleMove(given, oracle.worth(m.tokenB, now_ - m.heldB), m.tokenB == cage.cash());
    }

    /// @dev What was put into a position off the feeds' price counts as lost by as much. Now
    /// the pool stands as it stood for the mint, and the last position is the new one: while
    /// the tokens were paid, and could call others, the pool was locked, and nobody was called
    /// since. The position costs what the pool took, and not what it was offered.
    function _settleLiquidity(PolicyCage cage, Move memory m, address delegator) private {
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 given = oracle.cost(m.tokenA, _given(m.tokenA, m.heldA, m.outA, delegator))
            + oracle.cost(m.tokenB, _given(m.tokenB, m.heldB, m.outB, delegator));
        uint256 loss = (given * _away(oracle, m) + BILLION - 1) / BILLION;
        cage.settleMove(given, given - loss, false);
        if (m.deed == CageDeed.Mint) {
            ICagePositions p = ICagePositions(m.target);
            m.id = p.tokenOfOwnerByIndex(delegator, p.balanceOf(delegator) - 1);
            names[cage][_key(m)] = m.name;
        }
        uint256 offered = oracle.cost(m.tokenA, m.outA) + oracle.cost(m.tokenB, m.outB);
        cage.recordPositionRest(names[cage][_key(m)], offered - given);
    }

    /// @dev What was taken out and not collected would be seen by nobody: neither the cost
    /// of a position nor a balance of the account.
    function _settleLeave(PolicyCage cage, Move memory m) private {
        (uint256 rest, uint256 owed0, uint256 owed1) = _liquidity(m);
        if (owed0 | owed1 != 0) revert NotCollected(m.id, owed0, owed1);
        _left(cage, m, rest);
    }

    /// @dev The same token on both sides: no price is needed.
    function _settleLender(PolicyCage cage, Move memory m, address delegator) private {
        uint256 held = _held(m.tokenA, delegator);
        uint256 part = _held(m.tokenB, delegator);
        if (m.deed == CageDeed.Withdraw) {
            (uint256 shares, uint256 came) = (_less(m.part, part), _less(held, m.heldA));
            if (shares > came + ROUNDING) revert UnitsLost(m.tokenA, shares, came);
            (uint256 collateral, uint256 debt, , , , uint256 health) = ICageLender(m.target).getUserAccountData(delegator);
            if (debt != 0 && health < m.health) {
                cage.checkCollateralRatio(debt, collateral);
                if (health < HEALTH) revert HealthTooLow(health, HEALTH);
            }
            return _left(cage, m, part);
        }
        uint256 given = _given(m.tokenA, m.heldA, m.outA, delegator);
        uint256 got = _less(part, m.part);
        if (m.deed == CageDeed.Repay) {
            address stable = ICageLender(m.target).getReserveData(m.tokenA).stableDebt;
            got = _less(m.part, part + _held(stable, delegator));
        }
        if (given > got + ROUNDING) revert UnitsLost(m.tokenA, given, got);
    }

    /// @dev Tells the cage how much of a position is left.
    function _left(PolicyCage cage, Move memory m, uint256 rest) private {
        bytes32 key = _key(m);
        uint256 name = names[cage][key];
        if (rest == 0) delete names[cage][key];
        if (rest < m.part && cage.positionCost(name) != 0) cage.recordPositionClose(name, rest, m.part);
    }

    function _given(address token, uint256 before, uint256 most, address delegator) private view returns (uint256 moved) {
        moved = _less(before, _held(token, delegator));
        if (moved > most) revert MovedMore(token, moved, most);
    }

    /// @dev Liquidity of a position and what it owes of both tokens; none where it is burnt.
    function _liquidity(Move memory m) private view returns (uint256, uint256, uint256) {
        try ICagePositions(m.target).positions(m.id) returns (
            uint96, address, address, address, uint24, int24, int24, uint128 liquidity, uint256, uint256, uint128 owed0, uint128 owed1
        ) {
            return (liquidity, owed0, owed1);
        } catch {
            return (0, 0, 0);
        }
    }

    function _held(address token, address account) private view returns (uint256) {
        return token == address(0) ? 0 : ICageToken(token).balanceOf(account);
    }

    function _less(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a - b : 0;
    }

    function _key(Move memory m) private pure returns (bytes32) {
        return keccak256(abi.encode(m.target, m.id));
    }

    // Between the hooks.

    function _keep(address account, Move memory m) private {
        bytes32 slot = keccak256(abi.encode(account));
        bool open;
        assembly ("memory-safe") {
            open := tload(slot)
            tstore(slot, 1)
            for { let i := 0 } lt(i, WORDS) { i := add(i, 1) } { tstore(add(slot, add(i, 1)), mload(add(m, mul(i, 32)))) }
        }
        if (open) revert Reentered();
    }

    function _take(address account) private returns (Move memory m) {
        bytes32 slot = keccak256(abi.encode(account));
        assembly ("memory-safe") {
            tstore(slot, 0)
            for { let i := 0 } lt(i, WORDS) { i := add(i, 1) } { mstore(add(m, mul(i, 32)), tload(add(slot, add(i, 1)))) }
        }
    }
}
