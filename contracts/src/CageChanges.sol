// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageCaps} from "./CageCaps.sol";
import {CageCapKind, CageChange, CageKind, CageLimit, CageSelector, CageSet, CageSets, CageSetup} from "./CageTypes.sol";
import {Rolling} from "./Rolling.sol";

/// @title CageChanges: a cage's storage, and how its owner changes it.
/// @notice What is stricter holds at once; what is looser is scheduled, and its owner
/// applies it when its delay is over (safety 7.5). A stricter word about something ends
/// the looser one that waits about it. No function of this contract is an agent's to call.
abstract contract CageChanges is CageCaps {
    using CageSets for CageSet;
    using Rolling for Rolling.Sum;

    address public immutable owner;
    address public immutable account;
    address public immutable cash;
    bytes32 public immutable constitutionHash;
    uint32 public immutable drawdownWindow;
    uint32 public immutable minRebalanceInterval;
    uint32 public immutable maxRebalancesPerDay;

    address public priceOracle;
    address public sanctionsOracle;
    bool internal halted;
    uint64 public version;
    uint256 public highWaterMark;
    uint256 internal changeCount;
    uint64[14] internal limits;
    Rolling.Sum internal spent;
    Rolling.Sum internal lost;
    uint256 public openPositionCount;
    CageSet internal assetSet;
    CageSet internal protocolSet;
    CageSet internal selectorSet;
    CageSet internal readSet;
    /// @dev Who reads the calls of a contract, and above it what they may be; zero: nobody, and
    /// none passes.
    mapping(bytes32 => uint256) internal bindings;
    /// @notice The changes that wait, by id, and the id that waits for a slot.
    mapping(bytes32 => CageChange) public changes;
    mapping(bytes32 => bytes32) public waiting;

    /// @dev In millionths of a US dollar.
    uint256 private constant CENT = 10_000;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(CageSetup memory s) {
        owner = s.owner;
        account = s.account;
        cash = s.cash;
        constitutionHash = s.constitutionHash;
        drawdownWindow = s.drawdownWindow;
        minRebalanceInterval = s.minRebalanceInterval;
        maxRebalancesPerDay = s.maxRebalancesPerDay;
        if (s.owner == address(0) || s.account == address(0)) revert OutOfRange(CageKind.Enforcer, 0, 0);
        for (uint256 i = 0; i < s.limits.length; i++) _effect(CageKind.Limit, bytes32(i), s.limits[i]);
        for (uint256 i = 0; i < s.assets.length; i++) _effect(CageKind.Asset, _key(s.assets[i]), 1);
        for (uint256 i = 0; i < s.protocols.length; i++) _effect(CageKind.Protocol, _key(s.protocols[i]), 1);
        for (uint256 i = 0; i < s.selectors.length; i++) {
            _effect(CageKind.Selector, _pair(s.selectors[i].target, s.selectors[i].selector), 1);
        }
        for (uint256 i = 0; i < s.readers.length; i++) {
            _effect(CageKind.Reader, _key(s.readers[i].target), _binding(s.readers[i].reader, s.readers[i].deeds));
        }
        for (uint256 i = 0; i < s.caps.length; i++) {
            _effect(CageKind.Cap, _capSubject(s.caps[i].kind, s.caps[i].subject), s.caps[i].share);
        }
        if (!assetSet.has(_key(s.cash))) revert AssetNotApproved(s.cash);
        _effect(CageKind.Enforcer, 0, uint160(s.enforcer));
        _effect(CageKind.PriceOracle, 0, uint160(s.priceOracle));
        _effect(CageKind.SanctionsOracle, 0, uint160(s.sanctionsOracle));
        _effect(CageKind.HighWaterMark, 0, s.highWaterMark);
        version = 1;
    }

    // What the owner sets.

    function whitelistAsset(address token, bool allowed) external onlyOwner {
        if (token == cash || token == address(0)) revert OutOfRange(CageKind.Asset, _key(token), allowed ? 1 : 0);
        _change(CageKind.Asset, _key(token), allowed ? 1 : 0);
    }

    function setProtocol(address target, bool allowed) external onlyOwner {
        _change(CageKind.Protocol, _key(target), allowed ? 1 : 0);
    }

    function setSelector(address target, bytes4 selector, bool allowed) external onlyOwner {
        _change(CageKind.Selector, _pair(target, selector), allowed ? 1 : 0);
    }

    /// @notice Who reads the calls of a contract from then on, and which deeds they may be; the
    /// reader zero takes its reader away.
    function setReader(address target, address reader, uint16 deeds) external onlyOwner {
        _change(CageKind.Reader, _key(target), _binding(reader, deeds));
    }

    function setSpendingCaps(uint256 perTx, uint256 perDay) external onlyOwner {
        _change(CageKind.Limit, bytes32(uint256(CageLimit.PerTransaction)), perTx);
        _change(CageKind.Limit, bytes32(uint256(CageLimit.PerDay)), perDay);
    }

    function setDrawdownThreshold(uint256 bps) external onlyOwner {
        _change(CageKind.Limit, bytes32(uint256(CageLimit.Drawdown)), bps);
    }

    function setMaxPositions(uint256 n) external onlyOwner {
        _change(CageKind.Limit, bytes32(uint256(CageLimit.Positions)), n);
    }

    /// @notice Any limit, those with a function of their own among them.
    function setLimit(CageLimit limit, uint256 value) external onlyOwner {
        _change(CageKind.Limit, bytes32(uint256(limit)), value);
    }

    /// @notice The most that may lie in an asset, a market or a protocol; all of it lifts the cap.
    function setCap(CageCapKind kind, address subject, uint256 share) external onlyOwner {
        _change(CageKind.Cap, _capSubject(kind, subject), share);
    }

    function setEnforcer(address to) external onlyOwner {
        _change(CageKind.Enforcer, 0, uint160(to));
    }

    function setPriceOracle(address to) external onlyOwner {
        _change(CageKind.PriceOracle, 0, uint160(to));
    }

    function setSanctionsOracle(address to) external onlyOwner {
        _change(CageKind.SanctionsOracle, 0, uint160(to));
    }

    /// @notice Takes a position off the count that its enforcer will never see closed.
    function releasePosition(uint256 position) external onlyOwner {
        _change(CageKind.Position, bytes32(position), 0);
    }

    /// @notice What was lost in the session counts from zero again. A new key or grant
    /// begins none.
    function beginSession() external onlyOwner {
        _change(CageKind.Session, 0, 0);
    }

    function emergencyHalt() external onlyOwner {
        halted = true;
        version++;
        emit EmergencyHalt(msg.sender, block.timestamp);
    }

    function resume() external onlyOwner {
        halted = false;
        version++;
        emit Resumed(msg.sender);
    }

    function applyChange(bytes32 id) external onlyOwner {
        CageChange memory c = changes[id];
        if (c.eta == 0) revert UnknownChange(id);
        if (block.timestamp < c.eta) revert ChangeNotDue(id, c.eta);
        _forget(c.slot);
        _apply(id, c.kind, c.subject, c.value);
    }

    function cancelChange(bytes32 id) external onlyOwner {
        CageChange memory c = changes[id];
        if (c.eta == 0) revert UnknownChange(id);
        _forget(c.slot);
    }

    // How a change is made.

    function _change(CageKind kind, bytes32 subject, uint256 value) internal {
        _inRange(kind, subject, value);
        bytes32 slot = keccak256(abi.encode(kind, subject));
        _forget(slot);
        bytes32 id = keccak256(abi.encode(slot, value, ++changeCount));
        uint256 delay = _delay(kind, subject, value);
        if (delay == 0) return _apply(id, kind, subject, value);
        uint64 eta = uint64(block.timestamp + delay);
        changes[id] = CageChange(slot, subject, value, eta, kind);
        waiting[slot] = id;
        emit ChangeScheduled(id, eta);
    }

    function _forget(bytes32 slot) private {
        bytes32 id = waiting[slot];
        if (id == 0) return;
        delete changes[id];
        delete waiting[slot];
        emit ChangeCancelled(id);
    }

    function _apply(bytes32 id, CageKind kind, bytes32 subject, uint256 value) private {
        _effect(kind, subject, value);
        version++;
        emit ChangeApplied(id);
    }

    /// @dev Seconds that a change waits; none for what is stricter or changes nothing.
    function _delay(CageKind kind, bytes32 subject, uint256 value) private view returns (uint256) {
        if (kind == CageKind.Limit) {
            CageLimit limit = CageLimit(uint256(subject));
            uint256 now_ = limits[uint256(subject)];
            if (limit == CageLimit.Collateral) return value < now_ ? 24 hours : 0;
            if (value <= now_) return 0;
            bool loss = limit >= CageLimit.Drawdown && limit <= CageLimit.ExitLoss;
            return loss || limit == CageLimit.EmergencyDrawdown ? 24 hours : 1 hours;
        }
        if (kind == CageKind.Asset) return value == 1 && !assetSet.has(subject) ? 1 hours : 0;
        if (kind == CageKind.Protocol) return value == 1 && !protocolSet.has(subject) ? 24 hours : 0;
        if (kind == CageKind.Selector) return value == 1 && !selectorSet.has(subject) ? 24 hours : 0;
        if (kind == CageKind.Reader) {
            uint256 bound = bindings[subject];
            bool less = uint160(value) == uint160(bound) && (value & ~bound) >> 160 == 0;
            return value == 0 || less ? 0 : 24 hours;
        }
        if (kind == CageKind.Cap) return value > _capShare(subject) ? 1 hours : 0;
        if (kind == CageKind.Position || kind == CageKind.Session) return 1 hours;
        if (kind == CageKind.HighWaterMark) return value < highWaterMark ? 24 hours : 0;
        if (kind == CageKind.Enforcer) return value == 0 || value == uint160(enforcer) ? 0 : 24 hours;
        if (kind == CageKind.PriceOracle) return value == uint160(priceOracle) ? 0 : 24 hours;
        return sanctionsOracle == address(0) || value == uint160(sanctionsOracle) ? 0 : 48 hours;
    }

    function _effect(CageKind kind, bytes32 subject, uint256 value) private {
        _inRange(kind, subject, value);
        address held = address(uint160(uint256(subject)));
        address to = address(uint160(value));
        if (kind == CageKind.Limit) {
            limits[uint256(subject)] = uint64(value);
            _tellLimit(CageLimit(uint256(subject)), value);
        } else if (kind == CageKind.Asset) {
            assetSet.put(subject, value == 1);
            emit AssetWhitelisted(held, value == 1);
        } else if (kind == CageKind.Protocol) {
            protocolSet.put(subject, value == 1);
            emit ProtocolUpdated(held, value == 1);
        } else if (kind == CageKind.Selector) {
            selectorSet.put(subject, value == 1);
            emit SelectorUpdated(address(bytes20(subject)), bytes4(subject << 160), value == 1);
        } else if (kind == CageKind.Reader) {
            bindings[subject] = value;
            readSet.put(subject, value != 0);
            emit ReaderUpdated(held, to, uint16(value >> 160));
        } else if (kind == CageKind.HighWaterMark) {
            highWaterMark = value;
            emit HighWaterMarkUpdated(value);
        } else if (kind == CageKind.Position) {
            _reduce(uint256(subject), 0, 1);
        } else if (kind == CageKind.Cap) {
            _setCap(subject, value);
        } else if (kind == CageKind.Session) {
            lost.begin();
            emit SessionBegun();
        } else {
            if (kind == CageKind.Enforcer) enforcer = to;
            else if (kind == CageKind.PriceOracle) priceOracle = to;
            else sanctionsOracle = to;
            emit RoleUpdated(kind, to);
        }
    }

    /// @dev Leaves the share left / whole of what a position cost, rounded up. A thousandth of
    /// it that is a cent or less is nothing: a stranger who puts a speck into a position
    /// before it is left would otherwise keep its place taken. A larger share counts, however
    /// little it is: cent by cent it would hide what is at risk.
    function _reduce(uint256 position, uint256 left, uint256 whole) internal {
        uint256 cost = positionCost(position);
        if (cost == 0 || left > whole || whole == 0) revert UnknownPosition(position);
        uint256 rest = (cost * left + whole - 1) / whole;
        if (rest <= CENT && rest <= cost / 1000) rest = 0;
        _take(position, cost - rest);
        if (rest > 0) {
            emit PositionReduced(position, rest);
            return;
        }
        openPositionCount--;
        emit PositionClosed(position, cost);
    }

    function _tellLimit(CageLimit limit, uint256 value) private {
        if (limit == CageLimit.PerTransaction || limit == CageLimit.PerDay) {
            emit SpendingCapUpdated(limits[uint256(CageLimit.PerTransaction)], limits[uint256(CageLimit.PerDay)]);
        } else if (limit == CageLimit.Drawdown) {
            emit DrawdownThresholdUpdated(value);
        } else if (limit == CageLimit.Positions) {
            emit PositionLimitUpdated(value);
        } else {
            emit LimitUpdated(limit, value);
        }
    }

    /// @dev The ranges of safety 7.2.
    function _inRange(CageKind kind, bytes32 subject, uint256 value) private view {
        bool ok = true;
        if (kind == CageKind.Limit) {
            (uint256 least, uint256 most) = _range(CageLimit(uint256(subject)));
            ok = value >= least && value <= most;
            if (CageLimit(uint256(subject)) == CageLimit.Assets) ok = ok && value >= assetSet.items.length;
        } else if (kind == CageKind.Asset) {
            ok = value == 0 || assetSet.has(subject) || assetSet.items.length < limits[uint256(CageLimit.Assets)];
        } else if (kind == CageKind.Reader) {
            ok = (value >> 160) & 1 == 0;
        } else if (kind == CageKind.Cap) {
            ok = _capInRange(subject, value);
        } else if (kind == CageKind.PriceOracle) {
            ok = value != 0;
        } else if (kind == CageKind.Enforcer) {
            ok = value != uint160(owner);
        }
        if (!ok) revert OutOfRange(kind, subject, value);
    }

    function _range(CageLimit limit) private pure returns (uint256 least, uint256 most) {
        if (limit == CageLimit.Position) return (1, 10_000);
        if (limit == CageLimit.MoveLoss || limit == CageLimit.ExitLoss) return (1, 5_000);
        if (limit == CageLimit.DayLoss || limit == CageLimit.SessionLoss) return (1e6, 10_000_000e6);
        if (limit == CageLimit.Concentration) return (500, 10_000);
        if (limit == CageLimit.PerTransaction) return (100e6, 1_000_000e6);
        if (limit == CageLimit.PerDay || limit == CageLimit.PerSession) return (1_000e6, 10_000_000e6);
        if (limit == CageLimit.Positions) return (1, 1_000);
        if (limit == CageLimit.Assets) return (1, 50);
        if (limit == CageLimit.Collateral) return (10_500, 1_000_000);
        return (500, 5_000);
    }

    function _key(address a) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(a)));
    }

    /// @dev In one word; nobody's deeds are none.
    function _binding(address reader, uint16 deeds) private pure returns (uint256) {
        return reader == address(0) ? 0 : uint160(reader) | (uint256(deeds) << 160);
    }

    function _pair(address target, bytes4 selector) internal pure returns (bytes32) {
        return bytes32(bytes20(target)) | (bytes32(selector) >> 160);
    }
}
