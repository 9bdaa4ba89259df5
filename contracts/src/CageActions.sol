// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title CageActions: reads of a call what is of no protocol.
/// @notice Its function, the allowance of a token, and the addresses in it. The functions of a
/// protocol are its reader's.
library CageActions {
    error SelectorNotAllowed(address target, bytes4 selector);
    error MalformedCall(address target, bytes4 selector);

    bytes4 internal constant APPROVE = 0x095ea7b3;
    /// @dev The same at Permit2, of the token and the spender that it names, until a time.
    bytes4 internal constant PERMIT2 = 0x87517c45;
    /// @dev Below it a word is a number, and from 2^160 on it is one again: nobody finds an address
    /// with so many zeros in front.
    uint256 private constant LEAST = 1 << 96;

    function selector(address target, bytes memory data) internal pure returns (bytes4) {
        if (data.length < 4) revert SelectorNotAllowed(target, 0);
        return bytes4(data);
    }

    /// @notice What an allowance is of, whom it is for, and how much.
    function allowance(address target, bytes memory data)
        internal
        pure
        returns (address token, address spender, uint256 amount)
    {
        bool direct = bytes4(data) == APPROVE;
        if (data.length != (direct ? 68 : 132)) revert MalformedCall(target, bytes4(data));
        bytes memory args = new bytes(data.length - 4);
        assembly ("memory-safe") {
            mcopy(add(args, 32), add(data, 36), mload(args))
        }
        if (!direct) {
            (token, spender, amount, ) = abi.decode(args, (address, address, uint160, uint48));
            return (token, spender, amount);
        }
        (spender, amount) = abi.decode(args, (address, uint256));
        return (target, spender, amount);
    }

    /// @notice How many words follow the selector. There is nothing behind the last one.
    function words(address target, bytes memory data) internal pure returns (uint256) {
        if (data.length % 32 != 4) revert MalformedCall(target, bytes4(data));
        return data.length / 32;
    }

    /// @notice The address that a word is, where it looks like one; the largest number of 128 bits
    /// does not.
    function addressAt(bytes memory data, uint256 i) internal pure returns (address found) {
        uint256 word;
        assembly ("memory-safe") {
            word := mload(add(add(data, 36), mul(i, 32)))
        }
        if (word >= LEAST && word <= type(uint160).max && word != type(uint128).max) found = address(uint160(word));
    }
}
