// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CageChanges} from "./CageChanges.sol";
import {
    CageAmount,
    CageBinding,
    CageCap,
    CageCapKind,
    CageKind,
    CageLimit,
    CageSelector,
    CageSet,
    CageSets,
    CageSetup,
    CageSnapshot
} from "./CageTypes.sol";
import {ICageToken} from "./CageOracle.sol";
import {Rolling} from "./Rolling.sol";

interface ICageOracle {
    function cost(address token, uint256 amount) external view returns (uint256);
    function worth(address token, uint256 amount) external view returns (uint256);
}

interface ICageSanctions {
    function isSanctioned(address target) external view returns (bool);
}

interface ICageSigner {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @title PolicyCage: the hard limits of one account, asked in the transaction that moves
/// its money (safety 7).
/// @notice What opens a risk is valued here, from amounts and prices, and counted before it
/// happens. What a move lost, at the feeds' prices, is counted after it: what was given
/// less what came back. A market that falls is no loss of this kind. The sums are the
/// account's: whoever acts for it, under whatever grant, shares them.
///
/// What ends a risk is never stopped by a halt, a budget or a size. When the losses of a
/// day or a session have reached their limit nothing is opened, and a sale into cash still
/// passes if it loses no more than ExitLoss. So the most that can be lost in any 24 hours
/// is DayLoss, and ExitLoss of what is not cash.
contract PolicyCage is CageChanges {
    using CageSets for CageSet;
    using Rolling for Rolling.Sum;

    bool public constant allowArbitraryCalldata = false;
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant MARK = keccak256("HighWaterMark(uint256 value,uint256 nonce)");

    uint256 public highWaterMarkNonce;

    constructor(CageSetup memory s) CageChanges(s) {}

    /// @dev Only who asks with the money: a key that asked without it could fill budget,
    /// count and losses.
    modifier onlyMover() {
        if (msg.sender != (enforcer == address(0) ? account : enforcer)) revert NotMover();
        _;
    }

    // What its mover asks.

    /// @notice Before a trade. Into cash: always. Into anything else: valued, counted, bounded.
    function validateTrade(address tokenIn, address tokenOut, uint256 amount) external onlyMover {
        if (amount == 0 || tokenIn == tokenOut) revert NothingToValidate();
        if (tokenOut == cash) return;
        _opening();
        _approved(tokenIn);
        _approved(tokenOut);
        uint256 value = ICageOracle(priceOracle).cost(tokenIn, amount);
        _spend(value);
        (uint256 total, uint256 risk, uint256 held) = _portfolio(tokenOut);
        _within(held + value, tokenIn == cash ? risk + value : risk, total);
        if (capCount > 0) _buys(tokenOut, held + value, total);
    }

    /// @notice Before a position in a pool or market, of the protocol that its reader stands
    /// for. The answer is its name from then on.
    function validatePositionOpen(address pool, address protocol, CageAmount[] calldata capital)
        external
        onlyMover
        returns (uint256)
    {
        if (!isApprovedProtocol(pool)) revert ProtocolNotApproved(pool);
        if (openPositionCount >= _limit(CageLimit.Positions)) revert PositionLimitReached(_limit(CageLimit.Positions));
        openPositionCount++;
        uint256 name = ++nonce;
        uint256 under = capCount == 0 ? 0 : _capBit(CageCapKind.Market, pool) | _capBit(CageCapKind.Protocol, protocol);
        _grow(name, capital, under);
        return name;
    }

    /// @notice Before more is put into a position that is open.
    function validatePositionIncrease(uint256 position, CageAmount[] calldata capital) external onlyMover {
        if (positionCost(position) == 0) revert UnknownPosition(position);
        _grow(position, capital, 0);
    }

    /// @notice After a move: what was given and what came back, in millionths of a US dollar
    /// at the feeds' prices. exit says that it ended in cash.
    function settleMove(uint256 given, uint256 received, bool exit) external onlyMover {
        uint256 loss = given > received ? given - received : 0;
        if (loss == 0) return;
        uint256 left = lossLeft();
        if (loss <= left) {
            _bounded(given, loss, _limit(CageLimit.MoveLoss));
        } else if (exit) {
            uint256 move = _limit(CageLimit.MoveLoss);
            uint256 least = _limit(CageLimit.ExitLoss);
            _bounded(given, loss, least < move ? least : move);
        } else {
            revert LossLimitReached(loss, left);
        }
        lost.add(loss);
    }

    /// @notice After an opening: what of the capital was not taken, valued like it. The
    /// position costs that much less; what was spent of the day's sum stays.
    function recordPositionRest(uint256 position, uint256 rest) external onlyMover {
        if (rest >= positionCost(position)) revert UnknownPosition(position);
        _take(position, rest);
    }

    /// @notice After a position was left in part or whole: how much of it there is still.
    /// Only who saw that may say so.
    function recordPositionClose(uint256 position, uint256 left, uint256 whole) external onlyMover {
        _reduce(position, left, whole);
    }

    /// @notice Tokens leave to the account itself or to its owner, and nowhere else.
    function validateWithdrawal(address, uint256, address destination) external view {
        if (destination != account && destination != owner) revert DestinationNotAllowed(destination);
    }

    // What anybody may ask.

    function isApprovedAsset(address token) public view returns (bool) {
        return assetSet.has(_key(token));
    }

    function isWhitelisted(address token) external view returns (bool) {
        return isApprovedAsset(token);
    }

    function isApprovedProtocol(address target) public view returns (bool) {
        return protocolSet.has(_key(target));
    }

    function isSelectorAllowed(address target, bytes4 selector) public view returns (bool) {
        return selectorSet.has(_pair(target, selector));
    }

    /// @notice Reverts where a call is on neither list, of targets and of their functions. The
    /// answer is who reads it, and what it may be; zero: nobody.
    function checkCall(address target, bytes4 selector) external view returns (address reader, uint16 deeds) {
        if (!isApprovedProtocol(target)) revert ProtocolNotApproved(target);
        if (!isSelectorAllowed(target, selector)) revert SelectorNotAllowed(target, selector);
        return readerOf(target);
    }

    /// @notice Who reads the calls of a contract, and a bit for each deed that they may be.
    function readerOf(address target) public view returns (address reader, uint16 deeds) {
        uint256 bound = bindings[_key(target)];
        return (address(uint160(bound)), uint16(bound >> 160));
    }

    function isHalted() external view returns (bool) {
        return halted;
    }

    function assets() external view returns (address[] memory) {
        return assetSet.addresses();
    }

    function limit(CageLimit which) external view returns (uint256) {
        return _limit(which);
    }

    /// @notice What was spent on openings in the last 24 hours, and in up to six more.
    function dailySpent() public view returns (uint256) {
        return spent.day();
    }

    /// @notice What moves lost in the last 24 hours, and in up to six more.
    function dailyLost() public view returns (uint256) {
        return lost.day();
    }

    /// @notice What moves lost since the owner began the session.
    function sessionLost() public view returns (uint256) {
        return lost.session();
    }

    /// @notice What moves may still lose before nothing is opened any more.
    function lossLeft() public view returns (uint256) {
        uint256 today = _rest(CageLimit.DayLoss, lost.day());
        uint256 session = _rest(CageLimit.SessionLoss, lost.session());
        return today < session ? today : session;
    }

    function checkConcentration(address asset, uint256 newAmount, uint256 totalPortfolio) external view {
        _approved(asset);
        _share(newAmount, totalPortfolio);
    }

    function checkCollateralRatio(uint256 borrowValue, uint256 collateralValue) external view {
        if (borrowValue == 0) return;
        uint256 ratio = collateralValue * WHOLE / borrowValue;
        if (ratio < _limit(CageLimit.Collateral)) revert CollateralRatioTooLow(ratio, _limit(CageLimit.Collateral));
    }

    function checkDrawdown(uint256 currentNav, uint256 mark) public view {
        if (currentNav >= mark) return;
        uint256 drawdown = (mark - currentNav) * WHOLE / mark;
        if (drawdown > _limit(CageLimit.Drawdown)) revert DrawdownExceeded(drawdown, _limit(CageLimit.Drawdown));
    }

    function checkSpendingLimit(uint256 amount, uint256 spentToday) public view {
        uint256 left = _rest(CageLimit.PerDay, spentToday);
        uint256 once = _limit(CageLimit.PerTransaction);
        if (once < left) left = once;
        if (amount > left) revert SpendingLimitExceeded(amount, left);
    }

    /// @notice An oracle that does not answer refuses, as its revert is this one's.
    function checkSanctions(address target) external view {
        if (sanctionsOracle == address(0)) return;
        if (ICageSanctions(sanctionsOracle).isSanctioned(target)) revert SanctionedAddress(target);
    }

    function getConfig() external view returns (CageSnapshot memory c) {
        c.setup.owner = owner;
        c.setup.account = account;
        c.setup.enforcer = enforcer;
        c.setup.cash = cash;
        c.setup.priceOracle = priceOracle;
        c.setup.sanctionsOracle = sanctionsOracle;
        c.setup.constitutionHash = constitutionHash;
        c.setup.highWaterMark = highWaterMark;
        c.setup.limits = limits;
        c.setup.drawdownWindow = drawdownWindow;
        c.setup.minRebalanceInterval = minRebalanceInterval;
        c.setup.maxRebalancesPerDay = maxRebalancesPerDay;
        c.setup.assets = assetSet.addresses();
        c.setup.protocols = protocolSet.addresses();
        c.setup.selectors = _selectors();
        c.setup.readers = _readers();
        (c.setup.caps, c.placed) = _caps();
        c.halted = halted;
        c.version = version;
        c.nonce = nonce;
        c.spent = spent.word;
        c.lost = lost.word;
        c.openPositionCount = openPositionCount;
        c.deployed = deployed;
        c.highWaterMarkNonce = highWaterMarkNonce;
    }

    /// @notice Whoever hands it in: the owner's signature over the value and the next
    /// nonce decides (EIP-712, or ERC-1271 for an owner with code). A lower mark waits.
    function setHighWaterMark(uint256 value, bytes calldata signature) external {
        bytes32 domain = keccak256(abi.encode(DOMAIN, keccak256("PolicyCage"), keccak256("1"), block.chainid, this));
        bytes32 message = keccak256(abi.encode(MARK, value, highWaterMarkNonce++));
        if (!_signed(keccak256(abi.encodePacked("\x19\x01", domain, message)), signature)) revert BadSignature();
        _change(CageKind.HighWaterMark, 0, value);
    }

    // How it is judged.

    function _opening() private view {
        if (halted) revert Halted();
        if (lossLeft() == 0) revert LossLimitReached(0, 0);
    }

    function _rest(CageLimit which, uint256 used) private view returns (uint256) {
        uint256 most = _limit(which);
        return used < most ? most - used : 0;
    }

    function _bounded(uint256 given, uint256 loss, uint256 bps) private pure {
        if (loss * WHOLE > given * bps) revert ValueLost(given, given - loss);
    }

    function _approved(address token) private view {
        if (!isApprovedAsset(token)) revert AssetNotApproved(token);
    }

    function _limit(CageLimit which) private view returns (uint256) {
        return limits[uint256(which)];
    }

    function _spend(uint256 value) private {
        if (value == 0) revert NothingToValidate();
        checkSpendingLimit(value, spent.day());
        spent.add(value);
    }

    /// @dev Adds capital to a position, under some caps. What of it was cash becomes risk.
    function _grow(uint256 position, CageAmount[] calldata capital, uint256 under) private {
        _opening();
        uint256[] memory parts = new uint256[](capital.length);
        uint256 value = 0;
        uint256 fromCash = 0;
        for (uint256 i = 0; i < capital.length; i++) {
            _approved(capital[i].token);
            parts[i] = ICageOracle(priceOracle).cost(capital[i].token, capital[i].amount);
            value += parts[i];
            if (capital[i].token == cash) fromCash += parts[i];
            if (capCount > 0) under |= _capBit(CageCapKind.Asset, capital[i].token);
        }
        _spend(value);
        (uint256 total, uint256 risk, ) = _portfolio(address(0));
        _within(positionCost(position) + value, risk + fromCash, total);
        under = _put(position, value, under);
        for (uint256 i = 0; under >> i != 0; i++) {
            if ((under >> i) & 1 == 1) _places(i, capital, parts, value, total);
        }
    }

    /// @dev Refuses to buy of an asset beyond its cap. loose is what of it the wallet then has.
    function _buys(address token, uint256 loose, uint256 total) private view {
        uint256 bit = _capBit(CageCapKind.Asset, token);
        for (uint256 i = 0; bit >> i != 0; i++) {
            if ((bit >> i) & 1 == 0) continue;
            (CageCap memory c, uint256 placed) = _cap(i);
            _belowCap(c, loose + placed, total);
        }
    }

    /// @dev Refuses to place capital beyond a cap that the position counts for. An asset that
    /// is only moved from the wallet grows by nothing.
    function _places(uint256 number, CageAmount[] calldata capital, uint256[] memory parts, uint256 value, uint256 total)
        private
        view
    {
        (CageCap memory c, uint256 placed) = _cap(number);
        if (c.kind != CageCapKind.Asset) return _belowCap(c, placed, total);
        uint256 moved = 0;
        for (uint256 i = 0; i < parts.length; i++) if (capital[i].token == c.subject) moved += parts[i];
        if (value > moved) _belowCap(c, placed + _loose(c.subject) - moved, total);
    }

    /// @dev What the account holds: approved assets at their price, positions at cost.
    function _portfolio(address of_) private view returns (uint256 total, uint256 risk, uint256 held) {
        risk = deployed;
        uint256 loose = 0;
        uint256 n = assetSet.items.length;
        for (uint256 i = 0; i < n; i++) {
            address token = address(uint160(uint256(assetSet.items[i])));
            uint256 value = _loose(token);
            if (token == cash) loose = value;
            else risk += value;
            if (token == of_) held = value;
        }
        total = risk + loose;
    }

    /// @dev What the wallet has of a token.
    function _loose(address token) private view returns (uint256) {
        uint256 amount = ICageToken(token).balanceOf(account);
        return amount == 0 ? 0 : ICageOracle(priceOracle).worth(token, amount);
    }

    /// @dev What an opening has to fit into. The drawdown is asked with the same total:
    /// cash and assets at the feeds' prices, positions and what was lent at their cost.
    function _within(uint256 position, uint256 risk, uint256 total) private view {
        checkDrawdown(total, highWaterMark);
        uint256 share = total == 0 ? type(uint256).max : position * WHOLE / total;
        if (share > _limit(CageLimit.Position)) revert PositionTooLarge(share, _limit(CageLimit.Position));
        _share(risk, total);
    }

    function _share(uint256 part, uint256 total) private view {
        uint256 share = total == 0 ? type(uint256).max : part * WHOLE / total;
        if (share > _limit(CageLimit.Concentration)) revert ConcentrationExceeded(share, _limit(CageLimit.Concentration));
    }

    function _signed(bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signature.length == 65) {
            bytes32 r = bytes32(signature[:32]);
            bytes32 s = bytes32(signature[32:64]);
            if (ecrecover(digest, uint8(signature[64]), r, s) == owner) return true;
        }
        if (owner.code.length == 0) return false;
        return ICageSigner(owner).isValidSignature(digest, signature) == ICageSigner.isValidSignature.selector;
    }

    function _readers() private view returns (CageBinding[] memory out) {
        address[] memory targets = readSet.addresses();
        out = new CageBinding[](targets.length);
        for (uint256 i = 0; i < out.length; i++) {
            (address reader, uint16 deeds) = readerOf(targets[i]);
            out[i] = CageBinding(targets[i], reader, deeds);
        }
    }

    function _caps() private view returns (CageCap[] memory all, uint256[] memory placed) {
        (all, placed) = (new CageCap[](capCount), new uint256[](capCount));
        for (uint256 i = 0; i < all.length; i++) (all[i], placed[i]) = _cap(i);
    }

    function _selectors() private view returns (CageSelector[] memory out) {
        out = new CageSelector[](selectorSet.items.length);
        for (uint256 i = 0; i < out.length; i++) {
            bytes32 key = selectorSet.items[i];
            out[i] = CageSelector(address(bytes20(key)), bytes4(key << 160));
        }
    }
}
