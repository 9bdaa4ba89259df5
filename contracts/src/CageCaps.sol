// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageCap, CageCapKind, ICageErrors, ICageEvents} from "./CageTypes.sol";

/// @title CageCaps: the most that may lie in one asset, one market or one protocol.
/// @notice A share of what the account holds, cash and assets at the feeds' prices and
/// positions at their cost. An asset lies in the wallet and in positions, and a position counts
/// whole for each of its tokens: the pool alone decides which of them it is of. A market is the
/// place that a position stands in, a protocol is the reader of the calls that put it there.
///
/// What lies in positions is a sum for each cap, kept as positions are opened and left. A
/// position that stood when a cap came counts whole for it, until it is left: what it is of was
/// not noted.
abstract contract CageCaps is ICageErrors, ICageEvents {
    struct Capped {
        uint16 share;
        uint64 since; // positions up to this one count, whatever they are of
        uint96 placed; // what counted positions cost
    }

    struct Placed {
        uint96 cost;
        uint160 caps; // a bit for each that it counts for
    }

    uint256 internal constant WHOLE = 10_000;
    uint256 private constant MOST_CAPS = 32;

    address public enforcer;
    /// @dev Of all caps the largest since, and how many there are: beside the enforcer, which
    /// each call reads anyway.
    uint64 private late;
    uint8 internal capCount;
    /// @notice The name of the position that was opened last.
    uint256 public nonce;
    /// @notice What the open positions cost, in millionths of a US dollar.
    uint256 public deployed;
    mapping(uint256 => Placed) private places;
    mapping(uint256 => Capped) private caps;
    mapping(uint256 => bytes32) private capSubjects;
    /// @dev One more than the number of the cap of a subject; zero: there is none.
    mapping(bytes32 => uint256) private capOf;

    /// @notice What an open position cost, by the nonce that opened it.
    function positionCost(uint256 position) public view returns (uint256) {
        return places[position].cost;
    }

    /// @dev The share that a cap allows; all of it where there is none.
    function _capShare(bytes32 subject) internal view returns (uint256) {
        uint256 number = capOf[subject];
        return number == 0 ? WHOLE : caps[number - 1].share;
    }

    function _capInRange(bytes32 subject, uint256 share) internal view returns (bool) {
        if (share == 0 || share > WHOLE || uint256(subject) >> 160 > uint256(CageCapKind.Protocol)) return false;
        return capOf[subject] != 0 || share == WHOLE || capCount < MOST_CAPS;
    }

    /// @dev A cap that is lifted goes on counting, so that it is exact when it is set again.
    function _setCap(bytes32 subject, uint256 share) internal {
        uint256 number = capOf[subject];
        if (number == 0 && share < WHOLE) {
            number = ++capCount;
            (capOf[subject], capSubjects[number - 1]) = (number, subject);
            caps[number - 1] = Capped(0, uint64(nonce), uint96(deployed));
            late = uint64(nonce);
        }
        if (number != 0) caps[number - 1].share = uint16(share);
        emit CapUpdated(CageCapKind(uint256(subject) >> 160), address(uint160(uint256(subject))), share);
    }

    function _capSubject(CageCapKind kind, address subject) internal pure returns (bytes32) {
        return bytes32((uint256(kind) << 160) | uint160(subject));
    }

    /// @dev A bit for the cap of a subject; none where there is none.
    function _capBit(CageCapKind kind, address subject) internal view returns (uint256) {
        uint256 number = capOf[_capSubject(kind, subject)];
        return number == 0 ? 0 : 1 << (number - 1);
    }

    /// @dev The caps that a position counts for.
    function _counted(uint256 position, uint256 bits) private view returns (uint256) {
        if (position > late) return bits;
        for (uint256 i = 0; i < capCount; i++) {
            if (position <= caps[i].since) bits |= 1 << i;
        }
        return bits;
    }

    /// @dev Adds to what a position cost, and to what lies under the caps it counts for from
    /// now on. The answer is a bit for each of them.
    function _put(uint256 position, uint256 value, uint256 touched) internal returns (uint256 bits) {
        Placed memory p = places[position];
        uint256 before = _counted(position, p.caps);
        bits = before | touched;
        for (uint256 i = 0; bits >> i != 0; i++) {
            if ((bits >> i) & 1 == 0) continue;
            caps[i].placed += uint96((before >> i) & 1 == 1 ? value : p.cost + value);
        }
        places[position] = Placed(uint96(p.cost + value), uint160(bits));
        deployed += value;
    }

    /// @dev Takes off what a position cost, and off what lies under the caps it counts for.
    function _take(uint256 position, uint256 value) internal {
        Placed memory p = places[position];
        uint256 bits = _counted(position, p.caps);
        for (uint256 i = 0; bits >> i != 0; i++) {
            if ((bits >> i) & 1 == 1) caps[i].placed -= uint96(value);
        }
        places[position] = Placed(uint96(p.cost - value), p.cost == value ? 0 : uint160(bits));
        deployed -= value;
    }

    /// @dev The subject of a cap, and what of it lies in positions.
    function _cap(uint256 number) internal view returns (CageCap memory c, uint256 placed) {
        uint256 subject = uint256(capSubjects[number]);
        c = CageCap(CageCapKind(subject >> 160), address(uint160(subject)), caps[number].share);
        placed = caps[number].placed;
    }

    /// @dev Refuses what would lie under a cap, of a total, beyond its share.
    function _belowCap(CageCap memory c, uint256 value, uint256 total) internal pure {
        if (c.share == WHOLE) return;
        uint256 share = total == 0 ? type(uint256).max : value * WHOLE / total;
        if (share > c.share) revert CapExceeded(c.kind, c.subject, share, c.share);
    }
}
