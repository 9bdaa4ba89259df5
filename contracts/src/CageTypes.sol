// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The limits, those that every opening needs in two storage words. Shares are in
/// bps, money in millionths of a US dollar. MoveLoss is what one move may lose of its
/// value; ExitLoss is that of a sale into cash when DayLoss or SessionLoss is used up.
enum CageLimit {
    Position,
    Concentration,
    PerTransaction,
    PerDay,
    Drawdown,
    MoveLoss,
    DayLoss,
    SessionLoss,
    ExitLoss,
    Positions,
    Assets,
    Collateral,
    EmergencyDrawdown,
    PerSession
}

/// @dev What a change is about.
enum CageKind {
    Limit,
    Asset,
    Protocol,
    Selector,
    Enforcer,
    PriceOracle,
    SanctionsOracle,
    HighWaterMark,
    Position,
    Session,
    Reader,
    Cap
}

/// @dev What a cap is of: a token, the place that positions stand in, or the reader of the
/// calls that open them.
enum CageCapKind {
    Asset,
    Market,
    Protocol
}

/// @dev The most that may lie in something, of what the account holds, in bps.
struct CageCap {
    CageCapKind kind;
    address subject;
    uint16 share;
}

struct CageSelector {
    address target;
    bytes4 selector;
}

/// @dev Who reads the calls of a contract (ICageReader), and what they may be at all: a bit
/// for each deed (CageDeed), none for an allowance.
struct CageBinding {
    address target;
    address reader;
    uint16 deeds;
}

struct CageAmount {
    address token;
    uint256 amount; // smallest units
}

/// @dev A loosening that waits. slot says what it would change: one change of one thing
/// waits at a time.
struct CageChange {
    bytes32 slot;
    bytes32 subject;
    uint256 value;
    uint64 eta;
    CageKind kind;
}

/// @dev What a cage is made of. owner, account, cash, constitutionHash and what follows
/// after limits stay for ever; the rest the owner changes.
struct CageSetup {
    address owner;
    address account; // whose money it guards
    address enforcer; // that asks it for the account; zero: the account asks for itself
    address cash; // the asset that exits end in
    address priceOracle;
    address sanctionsOracle; // zero: none
    bytes32 constitutionHash;
    uint256 highWaterMark;
    uint64[14] limits; // by CageLimit
    uint32 drawdownWindow; // seconds
    uint32 minRebalanceInterval; // seconds
    uint32 maxRebalancesPerDay;
    address[] assets;
    address[] protocols;
    CageSelector[] selectors;
    CageBinding[] readers;
    CageCap[] caps;
}

/// @dev Everything that a mirror has to know, read at once.
struct CageSnapshot {
    CageSetup setup;
    bool halted;
    uint64 version; // of the policy: one more with each applied change
    uint256 nonce; // of the position opened last
    uint256 spent; // on openings: a word of Rolling
    uint256 lost; // by moves: a word of Rolling
    uint256 openPositionCount;
    uint256 deployed; // what the open positions cost
    uint256 highWaterMarkNonce; // of the next signed message
    uint256[] placed; // in positions, under each of the caps
}

/// @dev Lists without order. A key is an address, or a target and its selector.
struct CageSet {
    bytes32[] items;
    mapping(bytes32 => uint256) place; // one more than the index; zero: not there
}

library CageSets {
    function has(CageSet storage s, bytes32 key) internal view returns (bool) {
        return s.place[key] != 0;
    }

    function put(CageSet storage s, bytes32 key, bool there) internal {
        uint256 place = s.place[key];
        if (there == (place != 0)) return;
        if (there) {
            s.items.push(key);
            s.place[key] = s.items.length;
            return;
        }
        bytes32 last = s.items[s.items.length - 1];
        s.items[place - 1] = last;
        s.place[last] = place;
        s.items.pop();
        delete s.place[key];
    }

    function addresses(CageSet storage s) internal view returns (address[] memory out) {
        out = new address[](s.items.length);
        for (uint256 i = 0; i < out.length; i++) out[i] = address(uint160(uint256(s.items[i])));
    }
}

interface ICageEvents {
    event AssetWhitelisted(address indexed token, bool allowed);
    event ProtocolUpdated(address indexed target, bool allowed);
    event SelectorUpdated(address indexed target, bytes4 selector, bool allowed);
    event ReaderUpdated(address indexed target, address reader, uint16 deeds);
    event SpendingCapUpdated(uint256 perTx, uint256 perDay);
    event DrawdownThresholdUpdated(uint256 bps);
    event PositionLimitUpdated(uint256 n);
    event LimitUpdated(CageLimit indexed limit, uint256 value);
    event RoleUpdated(CageKind indexed role, address holder);
    event HighWaterMarkUpdated(uint256 value);
    event PositionReduced(uint256 indexed position, uint256 cost);
    event PositionClosed(uint256 indexed position, uint256 cost);
    event SessionBegun();
    event CapUpdated(CageCapKind indexed kind, address indexed subject, uint256 share);
    event EmergencyHalt(address by, uint256 timestamp);
    event Resumed(address by);
    event ChangeScheduled(bytes32 indexed id, uint256 eta);
    event ChangeApplied(bytes32 indexed id);
    event ChangeCancelled(bytes32 indexed id);
}

interface ICageErrors {
    error AssetNotApproved(address asset);
    error ProtocolNotApproved(address target);
    error SelectorNotAllowed(address target, bytes4 selector);
    error PositionTooLarge(uint256 current, uint256 max);
    error ConcentrationExceeded(uint256 current, uint256 max);
    error CapExceeded(CageCapKind kind, address subject, uint256 current, uint256 max);
    error CollateralRatioTooLow(uint256 current, uint256 min);
    error DrawdownExceeded(uint256 current, uint256 max);
    error SpendingLimitExceeded(uint256 amount, uint256 remaining);
    error PositionLimitReached(uint256 max);
    error SanctionedAddress(address target);
    error ValueLost(uint256 given, uint256 received);
    error LossLimitReached(uint256 loss, uint256 remaining);
    error Halted();
    error NotOwner();
    error NotMover();
    error DestinationNotAllowed(address to);
    error NothingToValidate();
    error UnknownPosition(uint256 position);
    error OutOfRange(CageKind kind, bytes32 subject, uint256 value);
    error UnknownChange(bytes32 id);
    error ChangeNotDue(bytes32 id, uint256 eta);
    error BadSignature();
}
