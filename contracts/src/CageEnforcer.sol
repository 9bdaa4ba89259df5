// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageActions} from "./CageActions.sol";
import {ICageToken} from "./CageOracle.sol";
import {CageAmount} from "./CageTypes.sol";
import {ICaveatEnforcer} from "./ICaveatEnforcer.sol";
import {CageAction, CageDeed, CageHealth, CageStanding, ICageReader} from "./ICageReader.sol";
import {ICageOracle, PolicyCage} from "./PolicyCage.sol";

/// @title CageEnforcer: the caveat that asks an account's PolicyCage in the transaction
/// that moves its money.
/// @notice One stands for each delegation manager, and an account binds one cage to it for
/// ever: every grant of the account, a later one and a redelegation too, is held by that
/// cage and shares its sums. Terms are the cage (20 bytes).
///
/// A redemption is one move, with allowances beside it and nothing else. The move is
/// measured around itself, in every token that it touches and every other that the cage
/// approves: what it gave, and what came back to the account. So nothing can stand in for
/// what it lost.
///
/// - A swap gives one token and receives another, both at the feeds' prices.
/// - Liquidity is given at a pool's price; a price off the feeds' counts as lost. No
///   allowance stands behind it: a token that calls out when it is approved could move the
///   pool back before it is looked at, or bring another position in.
/// - Where the pool is not locked while it is paid, and so may stand elsewhere behind the call,
///   what came of the position counts, at the feeds' prices, against what was given.
/// - What is lent, withdrawn and repaid is the same token on both sides, unit for unit.
/// - Leaving a position (decrease, collect, burn) is one move, and always passes if all
///   that is taken out comes to the account. At the feeds' prices a position is worth
///   least when the pool stands there, so that leaving it at another price loses nothing.
///
/// It knows allowances, and no protocol. What a call is says the reader that the cage's owner
/// bound to its target (ICageReader), and what no reader knows is refused. A reader is believed
/// no more than it has to be: a call is one of the deeds that the owner bound too, tokens are
/// asked for their balances, what a move costs is valued before it and held against them behind
/// it, and no address that the cage does not approve stands in a call. What no balance shows is
/// the reader's word: how much of a position is left, a pool's price, a lender's health and
/// debts. A word that is wrong wastes what the limits on openings let into positions, and
/// nothing beside them.
/// @dev Between the hooks it remembers in transient storage, one redemption an account.
contract CageEnforcer is ICaveatEnforcer {
    error NotTheManager();
    error NotTheAccount(address delegator);
    error AlreadyBound(PolicyCage cage);
    error BadTerms();
    error ModeNotAllowed(bytes32 mode);
    error BatchNotAllowed(uint256 calls);
    error NoReader(address target);
    error DeedNotAllowed(address target, CageDeed deed);
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
    /// Of a lender, tokenA moves.
    struct Move {
        CageDeed deed; // Approve: there is none
        address target;
        ICageReader reader; // of the target, in both hooks
        uint256 id; // of a position, or of a lender's market
        uint256 name; // in the cage, of what is opened
        address tokenA;
        address tokenB;
        uint256 heldA; // before
        uint256 heldB;
        uint256 outA; // what may leave
        uint256 outB;
        uint256 part; // before: liquidity, shares of a pool, or units at a lender
        uint256 health; // before: of a lender's debts
        address pool; // that liquidity is given to
    }

    /// @dev What the account had of a token before.
    struct Held {
        address token;
        uint256 amount;
    }

    uint256 private constant MOST_CALLS = 8;
    uint256 private constant WORDS = 14; // of a Move
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
        Execution[] memory calls = _calls(mode, execution);
        Move memory move;
        for (uint256 i = 0; i < calls.length; i++) {
            Execution memory call = calls[i];
            if (call.value != 0) revert NativeValueNotAllowed(call.target);
            bytes4 selector = CageActions.selector(call.target, call.callData);
            if (selector == CageActions.APPROVE || selector == CageActions.PERMIT2) {
                if (selector == CageActions.PERMIT2) cage.checkCall(call.target, selector);
                if (move.pool != address(0)) revert BatchNotAllowed(calls.length);
                _allowance(cage, delegator, call);
                continue;
            }
            (ICageReader reader, CageAction memory a) = _read(cage, delegator, call);
            if (_leaves(a.deed)) {
                _leave(cage, move, a, call.target, reader, delegator, calls.length);
            } else {
                if (move.deed != CageDeed.Approve) revert BatchNotAllowed(calls.length);
                _begin(move, a, call.target, reader, delegator);
                _validate(cage, move, a);
            }
            _strangers(cage, delegator, a, call);
        }
        _keep(delegator, move, move.deed == CageDeed.Approve ? new Held[](0) : _beside(cage, move, delegator));
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
        (Move memory m, Held[] memory beside) = _take(delegator);
        if (m.deed == CageDeed.Swap) _settleSwap(cage, m, delegator);
        else if (m.deed == CageDeed.Decrease) _settleLeave(cage, m, delegator);
        else if (m.deed < CageDeed.Decrease && m.deed != CageDeed.Approve) _settleLiquidity(cage, m, delegator);
        else if (m.deed >= CageDeed.Supply) _settleLender(cage, m, delegator);
        for (uint256 i = 0; i < beside.length; i++) _given(beside[i].token, beside[i].amount, 0, delegator);
    }

    // Before.

    function _admit(bytes calldata terms, address delegator) private view returns (PolicyCage cage) {
        if (msg.sender != manager) revert NotTheManager();
        cage = getTermsInfo(terms);
        if (address(cages[delegator]) != address(cage)) revert NotTheAccount(delegator);
    }

    /// @dev One call or a batch of them that fails as a whole; nothing else. A batch has
    /// to be packed as the compiler packs it: the account reads it in another place.
    function _calls(bytes32 mode, bytes calldata execution) private pure returns (Execution[] memory calls) {
        if (mode == BATCH) {
            calls = abi.decode(execution, (Execution[]));
            if (calls.length == 0 || calls.length > MOST_CALLS) revert BatchNotAllowed(calls.length);
            if (keccak256(abi.encode(calls)) != keccak256(execution)) revert ModeNotAllowed(mode);
            return calls;
        }
        if (mode != 0 || execution.length < 52) revert ModeNotAllowed(mode);
        calls = new Execution[](1);
        calls[0] = Execution(address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]);
    }

    /// @dev What a call is, by the target's reader: one of what the owner lets the target's be.
    function _read(PolicyCage cage, address delegator, Execution memory call)
        private
        view
        returns (ICageReader reader, CageAction memory a)
    {
        (address by, uint16 deeds) = cage.checkCall(call.target, bytes4(call.callData));
        if (by == address(0)) revert NoReader(call.target);
        reader = ICageReader(by);
        a = reader.read(call.target, delegator, call.callData);
        if ((deeds >> uint8(a.deed)) & 1 == 0) revert DeedNotAllowed(call.target, a.deed);
    }

    /// @dev Whatever its reader says: a call names the account, approved assets, and of the
    /// approved contracts those that nobody calls, as pools are. The tokens of what is valued
    /// were looked at where that was done.
    function _strangers(PolicyCage cage, address delegator, CageAction memory a, Execution memory call) private view {
        bool valued = a.deed < CageDeed.Decrease || a.deed == CageDeed.Supply;
        uint256 n = CageActions.words(call.target, call.callData);
        for (uint256 i = 0; i < n; i++) {
            address found = CageActions.addressAt(call.callData, i);
            if (found == address(0) || found == delegator) continue;
            if (valued && (found == a.tokenA || found == a.tokenB)) continue;
            if (cage.isApprovedAsset(found)) continue;
            (address reader, ) = cage.readerOf(found);
            if (reader != address(0) || !cage.isApprovedProtocol(found)) revert DestinationNotAllowed(found);
        }
    }

    /// @dev What the account has of the approved assets that are not the move's.
    function _beside(PolicyCage cage, Move memory m, address delegator) private view returns (Held[] memory all) {
        address[] memory tokens = cage.assets();
        all = new Held[](tokens.length);
        uint256 n = 0;
        for (uint256 i = 0; i < tokens.length; i++) {
            if (tokens[i] == m.tokenA || tokens[i] == m.tokenB) continue;
            all[n++] = Held(tokens[i], _held(tokens[i], delegator));
        }
        assembly ("memory-safe") {
            mstore(all, n)
        }
    }

    /// @dev No allowance is larger than what there is, and none but none is for a stranger.
    /// The token is one that the cage approves, or that its oracle knows a price of, so that
    /// what was approved once can be sold. A token of positions is neither; shares of a pool are
    /// given to whoever leaves it with them. An allowance at Permit2 takes no more than the token
    /// lets Permit2 take.
    function _allowance(PolicyCage cage, address delegator, Execution memory call) private view {
        (address token, address spender, uint256 amount) = CageActions.allowance(call.target, call.callData);
        if (!cage.isApprovedAsset(token)) {
            try ICageOracle(cage.priceOracle()).worth(token, 1) {} catch {
                if (!_shares(cage, token, spender, amount)) revert AssetNotApproved(token);
            }
        }
        if (amount == 0) return;
        if (!cage.isApprovedProtocol(spender)) revert DestinationNotAllowed(spender);
        uint256 held = _held(token, delegator);
        if (amount > held) revert AllowanceTooLarge(token, amount, held);
    }

    /// @dev Whether a token stands for shares of a pool that the cage approves, or in which it knows
    /// a position, and the spender is one that they are given to for leaving it. Nobody else may
    /// take them: they have no price, and nothing would be counted of it.
    function _shares(PolicyCage cage, address token, address spender, uint256 amount) private view returns (bool) {
        (address reader, ) = cage.readerOf(token);
        (, uint16 deeds) = cage.readerOf(spender);
        if (reader != address(0) || (amount != 0 && (deeds >> uint8(CageDeed.Join)) & 1 == 0)) return false;
        return cage.isApprovedProtocol(token) || names[cage][keccak256(abi.encode(spender, token))] != 0;
    }

    function _leaves(CageDeed deed) private pure returns (bool) {
        return deed == CageDeed.Decrease || deed == CageDeed.Collect || deed == CageDeed.Burn;
    }

    /// @dev Takes a step of leaving a position into the move. All steps are of one, which was
    /// opened through the cage or stands in a pool that it approves: what the owner has
    /// elsewhere is no part of what his limits count.
    function _leave(PolicyCage cage, Move memory m, CageAction memory a, address target, ICageReader reader, address delegator, uint256 calls)
        private
        view
    {
        bool first = m.deed == CageDeed.Approve;
        if (!first && (!_leaves(m.deed) || m.target != target || m.id != a.id)) revert BatchNotAllowed(calls);
        if (a.to != delegator) revert DestinationNotAllowed(a.to);
        (m.target, m.reader, m.id) = (target, reader, a.id);
        if (first && names[cage][_key(m)] == 0) _approved(cage, reader.placeOf(target, a.id));
        if (first || a.deed == CageDeed.Decrease) m.deed = a.deed;
        if (a.deed == CageDeed.Decrease) m.part = reader.standing(target, delegator, a.id).part;
    }

    /// @dev Notes what the account has of the tokens of a move.
    function _begin(Move memory m, CageAction memory a, address target, ICageReader reader, address delegator) private view {
        if (a.to != delegator) revert DestinationNotAllowed(a.to);
        (m.deed, m.target, m.reader, m.id, m.tokenA) = (a.deed, target, reader, a.id, a.tokenA);
        (m.heldA, m.outA) = (_held(a.tokenA, delegator), a.amountA);
        if (a.deed < CageDeed.Supply) {
            (m.tokenB, m.heldB, m.outB) = (a.tokenB, _held(a.tokenB, delegator), a.amountB);
        }
        if (a.deed >= CageDeed.Join && !_fresh(m)) m.part = _there(m, delegator);
        if (a.deed != CageDeed.Withdraw) return;
        (m.outA, m.health) = (0, reader.health(target, delegator, a.id).factor);
    }

    /// @dev Shares of a pool, or units at a lender, or of a debt where it is repaid.
    function _there(Move memory m, address delegator) private view returns (uint256) {
        if (m.deed == CageDeed.Repay) return m.reader.debt(m.target, delegator, m.id);
        return m.reader.standing(m.target, delegator, m.id).part;
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
        _approved(cage, a.place);
        if (!lends) m.pool = a.place;
        bool fresh = _fresh(m);
        uint256 name = fresh ? 0 : names[cage][_key(m)];
        if (cage.positionCost(name) != 0) return cage.validatePositionIncrease(name, capital); // none is named zero
        m.name = cage.validatePositionOpen(a.place, address(m.reader), capital);
        if (!fresh) names[cage][_key(m)] = m.name;
    }

    /// @dev Whether a position is opened whose id is known behind the call only.
    function _fresh(Move memory m) private pure returns (bool) {
        return m.deed == CageDeed.Mint || (m.deed == CageDeed.Join && m.id == 0);
    }

    /// @dev What is put in goes to what the cage approves, and what is left stands there.
    function _approved(PolicyCage cage, address place) private view {
        if (!cage.isApprovedProtocol(place)) revert ProtocolNotApproved(place);
    }

    /// @dev How far a pool's price is from the feeds', in billionths of the higher of the
    /// two, rounded up: 2^80 units of one token are compared with what the pool gives for
    /// them. When the price comes back to the feeds', a position turns what it holds over
    /// at prices between the two, and so loses no larger share than this.
    function _away(ICageOracle oracle, Move memory m) private view returns (uint256) {
        uint256 worth0 = oracle.worth(m.tokenA, 1 << 80);
        uint256 worth1 = oracle.worth(m.tokenB, m.reader.price(m.target, m.id, m.pool));
        (uint256 least, uint256 most) = worth0 < worth1 ? (worth0, worth1) : (worth1, worth0);
        if (least == 0) revert PoolPriceAway(m.pool, worth0, worth1);
        return ((most - least) * BILLION + most - 1) / most;
    }

    /// @dev What came of a position is worth at the feeds' prices, wherever its pool stands: what
    /// it would be where that stood at them, which is the least that it can be worth.
    function _came(ICageOracle oracle, Move memory m, address delegator) private view returns (uint256) {
        uint256 worth0 = oracle.worth(m.tokenA, 1 << 80);
        uint256 worth1 = oracle.worth(m.tokenB, 1 << 80);
        if (worth0 == 0 || worth1 == 0) revert PoolPriceAway(m.pool, worth0, worth1);
        (uint256 amount0, uint256 amount1) =
            m.reader.amounts(m.target, m.id, _less(_there(m, delegator), m.part), (worth0 << 80) / worth1);
        return oracle.worth(m.tokenA, amount0) + oracle.worth(m.tokenB, amount1);
    }

    // After.

    function _settleSwap(PolicyCage cage, Move memory m, address delegator) private {
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 given = oracle.cost(m.tokenA, _given(m.tokenA, m.heldA, m.outA, delegator));
        uint256 now_ = _held(m.tokenB, delegator);
        if (now_ < m.heldB) revert MovedMore(m.tokenB, m.heldB - now_, 0);
        cage.settleMove(given, oracle.worth(m.tokenB, now_ - m.heldB), m.tokenB == cage.cash());
    }

    /// @dev What was put into a position off the feeds' price counts as lost by as much, or what
    /// did not come of it where it joined a pool. Of a mint and an increase it holds that now the
    /// pool stands as it stood for the mint: while the tokens were paid, and could call others, the
    /// pool was locked, and nobody was called since. The last position is the new one: the contract
    /// of positions was locked in any case. The position costs what the pool took, and not what it
    /// was offered.
    function _settleLiquidity(PolicyCage cage, Move memory m, address delegator) private {
        ICageOracle oracle = ICageOracle(cage.priceOracle());
        uint256 given = oracle.cost(m.tokenA, _given(m.tokenA, m.heldA, m.outA, delegator))
            + oracle.cost(m.tokenB, _given(m.tokenB, m.heldB, m.outB, delegator));
        bool fresh = _fresh(m);
        if (fresh) m.id = m.reader.newest(m.target, delegator);
        uint256 got = m.deed == CageDeed.Join
            ? _came(oracle, m, delegator)
            : given - (given * _away(oracle, m) + BILLION - 1) / BILLION;
        cage.settleMove(given, got, false);
        if (fresh) names[cage][_key(m)] = m.name;
        uint256 offered = oracle.cost(m.tokenA, m.outA) + oracle.cost(m.tokenB, m.outB);
        cage.recordPositionRest(names[cage][_key(m)], offered - given);
    }

    /// @dev What was taken out and not collected would be seen by nobody: neither the cost
    /// of a position nor a balance of the account.
    function _settleLeave(PolicyCage cage, Move memory m, address delegator) private {
        CageStanding memory s = m.reader.standing(m.target, delegator, m.id);
        if (s.owedA | s.owedB != 0) revert NotCollected(m.id, s.owedA, s.owedB);
        _left(cage, m, s.part);
    }

    /// @dev The same token on both sides: no price is needed.
    function _settleLender(PolicyCage cage, Move memory m, address delegator) private {
        uint256 part = _there(m, delegator);
        if (m.deed == CageDeed.Withdraw) return _settleWithdrawal(cage, m, part, delegator);
        uint256 given = _given(m.tokenA, m.heldA, m.outA, delegator);
        uint256 got = m.deed == CageDeed.Repay ? _less(m.part, part) : _less(part, m.part);
        if (given > got + ROUNDING) revert UnitsLost(m.tokenA, given, got);
    }

    /// @dev What comes short of what was said to be there is a loss, as that of a sale: a lender
    /// whose word is worth a little less than its cash would else never be left.
    function _settleWithdrawal(PolicyCage cage, Move memory m, uint256 part, address delegator) private {
        (uint256 shares, uint256 came) = (_less(m.part, part), _less(_held(m.tokenA, delegator), m.heldA));
        if (shares > came + ROUNDING) {
            ICageOracle oracle = ICageOracle(cage.priceOracle());
            cage.settleMove(oracle.cost(m.tokenA, shares), oracle.worth(m.tokenA, came), m.tokenA == cage.cash());
        }
        _given(m.tokenA, m.heldA, 0, delegator);
        CageHealth memory h = m.reader.health(m.target, delegator, m.id);
        if (h.debt != 0 && h.factor < m.health) {
            cage.checkCollateralRatio(h.debt, h.collateral);
            if (h.factor < HEALTH) revert HealthTooLow(h.factor, HEALTH);
        }
        _left(cage, m, part);
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

    function _held(address token, address account) private view returns (uint256) {
        return ICageToken(token).balanceOf(account);
    }

    function _less(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a - b : 0;
    }

    function _key(Move memory m) private pure returns (bytes32) {
        return keccak256(abi.encode(m.target, m.id));
    }

    // Between the hooks.

    function _keep(address account, Move memory m, Held[] memory beside) private {
        bytes32 slot = keccak256(abi.encode(account));
        bool open;
        assembly ("memory-safe") {
            open := tload(slot)
            tstore(slot, 1)
            for { let i := 0 } lt(i, WORDS) { i := add(i, 1) } { tstore(add(slot, add(i, 1)), mload(add(m, mul(i, 32)))) }
            let at := add(slot, add(WORDS, 1))
            tstore(at, mload(beside))
            for { let i := 1 } iszero(gt(i, mload(beside))) { i := add(i, 1) } {
                let held := mload(add(beside, mul(i, 32)))
                tstore(add(at, sub(mul(i, 2), 1)), mload(held))
                tstore(add(at, mul(i, 2)), mload(add(held, 32)))
            }
        }
        if (open) revert Reentered();
    }

    function _take(address account) private returns (Move memory m, Held[] memory beside) {
        bytes32 slot = keccak256(abi.encode(account));
        uint256 n;
        assembly ("memory-safe") {
            tstore(slot, 0)
            for { let i := 0 } lt(i, WORDS) { i := add(i, 1) } { mstore(add(m, mul(i, 32)), tload(add(slot, add(i, 1)))) }
            n := tload(add(slot, add(WORDS, 1)))
        }
        beside = new Held[](n);
        for (uint256 i = 0; i < n; i++) {
            Held memory held = beside[i];
            assembly ("memory-safe") {
                let at := add(add(slot, add(WORDS, 2)), mul(i, 2))
                mstore(held, tload(at))
                mstore(add(held, 32), tload(add(at, 1)))
            }
        }
    }
}
