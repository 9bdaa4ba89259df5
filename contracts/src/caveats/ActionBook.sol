// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IPriced {
    function decimals() external view returns (uint8);
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// @title ActionBook: the calls that one account may make, and what they are.
/// @notice A form is a call of one target with one selector and one length, of which
/// every byte is fixed but the named fields: recipients, tokens, spenders and pools
/// are part of the form. What fits no form is no action. It never changes; the owner
/// signs its address in the terms of the caveats that read it.
contract ActionBook {
    /// @notice Where the price of a token comes from: a feed in US dollars, as
    /// Chainlink's, and how many seconds old its answer may be.
    struct Token {
        address token;
        address feed;
        uint32 maxAge;
    }

    /// @notice skeleton is the hash of the call with its fields zeroed. rest is what the call
    /// is: classes, token, token2 and tokenOut, which count the tokens from one (zero is none),
    /// a byte each, and then the fields, four bytes each: kind, offset (two bytes), width.
    struct Form {
        bytes32 skeleton;
        bytes rest;
    }

    struct Price {
        address feed;
        uint32 maxAge;
        uint8 decimals; // of token and feed together
    }

    /// @notice An action pays amount of token and amount2 of token2; a swap asks for
    /// at least least of tokenOut. No token is zero.
    struct Action {
        uint8 classes;
        address token;
        address token2;
        address tokenOut;
        uint256 amount;
        uint256 amount2;
        uint256 least;
    }

    /// @notice How long after its sequencer came up a rollup has no price, in seconds.
    uint256 private constant GRACE = 3_600;
    uint8 private constant AMOUNT = 1;
    uint8 private constant AMOUNT2 = 2;
    uint8 private constant LEAST = 3;
    /// @notice Bytes of a form before its rest, and of a rest before its fields.
    uint256 private constant HEAD = 59;
    uint256 private constant IS = 4;

    address[] public tokens;
    mapping(address token => Price) public prices;
    /// @notice The uptime feed of the rollup's sequencer, as Chainlink's; zero where there
    /// is none.
    address public immutable sequencer;
    mapping(bytes32 key => Form[]) private _forms;

    /// @param forms Each is target, selector, length (two bytes), skeleton, the number of its
    /// fields (one byte) and its rest, one after the other: a creation holds as many as a
    /// transaction can pay for.
    constructor(Token[] memory tokens_, bytes memory forms, address sequencer_) {
        sequencer = sequencer_;
        for (uint256 i = 0; i < tokens_.length; i++) _price(tokens_[i]);
        for (uint256 place = 0; place < forms.length;) place = _keep(forms, place);
    }

    function _price(Token memory t) private {
        require(t.token != address(0) && prices[t.token].feed == address(0), "ActionBook: a token twice, or none");
        uint256 decimals = uint256(IPriced(t.token).decimals()) + IPriced(t.feed).decimals();
        require(decimals >= 6 && decimals <= 60, "ActionBook: decimals out of range");
        prices[t.token] = Price(t.feed, t.maxAge, uint8(decimals));
        tokens.push(t.token);
    }

    /// @dev Keeps the form that begins at a place, and says where the next one does.
    function _keep(bytes memory forms, uint256 place) private returns (uint256 end) {
        require(forms.length >= place + HEAD, "ActionBook: a form is malformed");
        uint256 length = uint16(bytes2(_word(forms, place + 24)));
        end = place + HEAD + IS + 4 * uint256(uint8(forms[place + HEAD - 1]));
        require(forms.length >= end && forms[place + HEAD] != 0, "ActionBook: a form is malformed");
        bytes memory rest = new bytes(end - place - HEAD);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = forms[place + HEAD + i];
        for (uint256 i = 1; i < IS; i++) require(uint8(rest[i]) <= tokens.length, "ActionBook: no such token");
        for (uint256 i = IS; i < rest.length; i += 4) {
            (uint8 kind, uint256 offset, uint256 width) = _field(rest, i);
            require(
                kind <= LEAST && offset >= 4 && width > 0 && width <= 32 && offset + width <= length,
                "ActionBook: a field is malformed"
            );
        }
        bytes32 key = _key(address(bytes20(_word(forms, place))), bytes4(_word(forms, place + 20)), uint16(length));
        _forms[key].push(Form(_word(forms, place + 26), rest));
    }

    function _word(bytes memory data, uint256 place) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), place))
        }
    }

    /// @notice What a call is. Reverts when it fits no form, or sends native money.
    function read(address target, uint256 value, bytes calldata data) external view returns (Action memory a) {
        require(value == 0, "ActionBook: no action sends native money");
        require(data.length >= 4, "ActionBook: the call is of no form");
        Form[] storage forms = _forms[_key(target, bytes4(data[:4]), uint16(data.length))];
        for (uint256 i = 0; i < forms.length; i++) {
            bool fits;
            (fits, a) = _fit(forms[i], data);
            if (fits) return a;
        }
        revert("ActionBook: the call is of no form");
    }

    /// @notice What an action pays, in millionths of a US dollar, rounded up.
    function valueOf(Action calldata a) external view returns (uint256) {
        return worth(a.token, a.amount) + worth(a.token2, a.amount2);
    }

    /// @notice What units of a token are worth, in millionths of a US dollar, rounded up.
    function worth(address token, uint256 units) public view returns (uint256) {
        if (token == address(0)) return 0;
        require(units < 1 << 128, "ActionBook: the amount is out of range");
        (uint256 price, uint256 decimals) = priceOf(token);
        uint256 scale = 10 ** (decimals - 6);
        return (units * price + scale - 1) / scale;
    }

    /// @notice The price of 10^decimals units in US dollars. Reverts when the book has
    /// no feed for the token, when its answer is not positive or too old, and while the
    /// sequencer is down or came up less than an hour ago.
    function priceOf(address token) public view returns (uint256 price, uint256 decimals) {
        Price memory p = prices[token];
        require(p.feed != address(0), "ActionBook: the token has no price");
        require(_up(), "ActionBook: the sequencer is down, or has not been up for an hour");
        (, int256 answer,, uint256 updated,) = IPriced(p.feed).latestRoundData();
        require(answer > 0 && answer < 1 << 96, "ActionBook: the price is out of range");
        require(updated <= block.timestamp && block.timestamp - updated <= p.maxAge, "ActionBook: the price is stale");
        return (uint256(answer), p.decimals);
    }

    function _up() private view returns (bool) {
        if (sequencer == address(0)) return true;
        (, int256 down, uint256 since,,) = IPriced(sequencer).latestRoundData();
        return down == 0 && since > 0 && since <= block.timestamp && block.timestamp - since > GRACE;
    }

    /// @dev Reads the fields of a call and zeroes them; what is left must be the form's.
    function _fit(Form storage f, bytes memory data) private view returns (bool, Action memory a) {
        uint256[4] memory found;
        bool[4] memory seen;
        bytes memory rest = f.rest;
        for (uint256 i = IS; i < rest.length; i += 4) {
            (uint8 kind, uint256 offset, uint256 width) = _field(rest, i);
            uint256 field = _take(data, offset, width);
            if (kind != 0 && seen[kind] && found[kind] != field) return (false, a);
            (found[kind], seen[kind]) = (field, true);
        }
        if (keccak256(data) != f.skeleton) return (false, a);
        a = Action(
            uint8(rest[0]), _token(rest[1]), _token(rest[2]), _token(rest[3]), found[AMOUNT], found[AMOUNT2], found[LEAST]
        );
        return (true, a);
    }

    function _take(bytes memory data, uint256 offset, uint256 width) private pure returns (uint256 field) {
        uint256 rest = 256 - 8 * width;
        assembly ("memory-safe") {
            let place := add(add(data, 32), offset)
            let word := mload(place)
            field := shr(rest, word)
            mstore(place, xor(word, shl(rest, field)))
        }
    }

    function _field(bytes memory rest, uint256 i) private pure returns (uint8 kind, uint256 offset, uint256 width) {
        return (uint8(rest[i]), uint256(uint8(rest[i + 1])) << 8 | uint8(rest[i + 2]), uint8(rest[i + 3]));
    }

    function _token(bytes1 number) private view returns (address) {
        return number == 0 ? address(0) : tokens[uint8(number) - 1];
    }

    function _key(address target, bytes4 selector, uint16 length) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(target, selector, length));
    }
}
