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

    /// @notice skeleton is the hash of the call with its fields zeroed. token, token2
    /// and tokenOut count the tokens from one; zero is none. fields are four bytes
    /// each: kind, offset (two bytes), width.
    struct Form {
        address target;
        bytes4 selector;
        uint16 length;
        bytes32 skeleton;
        uint8 classes;
        uint8 token;
        uint8 token2;
        uint8 tokenOut;
        bytes fields;
    }

    struct Kept {
        bytes32 skeleton;
        uint8 classes;
        uint8 token;
        uint8 token2;
        uint8 tokenOut;
        bytes fields;
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

    address[] public tokens;
    mapping(address token => Price) public prices;
    /// @notice The uptime feed of the rollup's sequencer, as Chainlink's; zero where there
    /// is none.
    address public immutable sequencer;
    mapping(bytes32 key => Kept[]) private _forms;

    constructor(Token[] memory tokens_, Form[] memory forms, address sequencer_) {
        sequencer = sequencer_;
        for (uint256 i = 0; i < tokens_.length; i++) _price(tokens_[i]);
        for (uint256 i = 0; i < forms.length; i++) _keep(forms[i]);
    }

    function _price(Token memory t) private {
        require(t.token != address(0) && prices[t.token].feed == address(0), "ActionBook: a token twice, or none");
        uint256 decimals = uint256(IPriced(t.token).decimals()) + IPriced(t.feed).decimals();
        require(decimals >= 6 && decimals <= 60, "ActionBook: decimals out of range");
        prices[t.token] = Price(t.feed, t.maxAge, uint8(decimals));
        tokens.push(t.token);
    }

    function _keep(Form memory f) private {
        require(f.classes != 0 && f.fields.length % 4 == 0, "ActionBook: a form is malformed");
        require(f.token <= tokens.length && f.token2 <= tokens.length && f.tokenOut <= tokens.length, "ActionBook: no such token");
        for (uint256 i = 0; i < f.fields.length; i += 4) {
            (uint8 kind, uint256 offset, uint256 width) = _field(f.fields, i);
            require(
                kind <= LEAST && offset >= 4 && width > 0 && width <= 32 && offset + width <= f.length,
                "ActionBook: a field is malformed"
            );
        }
        _forms[_key(f.target, f.selector, f.length)].push(
            Kept(f.skeleton, f.classes, f.token, f.token2, f.tokenOut, f.fields)
        );
    }

    /// @notice What a call is. Reverts when it fits no form, or sends native money.
    function read(address target, uint256 value, bytes calldata data) external view returns (Action memory a) {
        require(value == 0, "ActionBook: no action sends native money");
        require(data.length >= 4, "ActionBook: the call is of no form");
        Kept[] storage forms = _forms[_key(target, bytes4(data[:4]), uint16(data.length))];
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
    function _fit(Kept storage f, bytes memory data) private view returns (bool, Action memory a) {
        uint256[4] memory found;
        bool[4] memory seen;
        bytes memory fields = f.fields;
        for (uint256 i = 0; i < fields.length; i += 4) {
            (uint8 kind, uint256 offset, uint256 width) = _field(fields, i);
            uint256 field = _take(data, offset, width);
            if (kind != 0 && seen[kind] && found[kind] != field) return (false, a);
            (found[kind], seen[kind]) = (field, true);
        }
        if (keccak256(data) != f.skeleton) return (false, a);
        a = Action(
            f.classes, _token(f.token), _token(f.token2), _token(f.tokenOut), found[AMOUNT], found[AMOUNT2], found[LEAST]
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

    function _field(bytes memory fields, uint256 i) private pure returns (uint8 kind, uint256 offset, uint256 width) {
        return (uint8(fields[i]), uint256(uint8(fields[i + 1])) << 8 | uint8(fields[i + 2]), uint8(fields[i + 3]));
    }

    function _token(uint8 number) private view returns (address) {
        return number == 0 ? address(0) : tokens[number - 1];
    }

    function _key(address target, bytes4 selector, uint16 length) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(target, selector, length));
    }
}
