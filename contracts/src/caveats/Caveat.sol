// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Caveat: what Bardo's seven enforcers share.
/// @notice MetaMask's DelegationManager calls four hooks of every caveat of every
/// delegation it redeems; ours judge before the money moves and never after. A
/// redemption is one call or a batch of them, and passes only when every item does.
abstract contract Caveat {
    struct Execution {
        address target;
        uint256 value;
        bytes callData;
    }

    /// @notice Modes of ERC-7579: one call, or a batch of them; either reverts as a
    /// whole. Modes that try, and anything else, are refused.
    bytes32 private constant SINGLE = 0;
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    function beforeAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external pure {}
    function afterHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external pure {}
    function afterAllHook(bytes calldata, bytes calldata, bytes32, bytes calldata, bytes32, address, address) external pure {}

    /// @notice Reverts, with a sentence, when the redemption is not allowed.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        bytes32 mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address
    ) external {
        _judge(terms, _items(mode, execution), delegationHash, delegator);
    }

    function _judge(bytes calldata terms, Execution[] memory items, bytes32 delegationHash, address delegator) internal virtual;

    /// @dev The account decodes a batch more loosely than we do, so that only the one
    /// canonical encoding of a list is taken: nobody then reads it in another way.
    function _items(bytes32 mode, bytes calldata execution) private pure returns (Execution[] memory items) {
        if (mode == BATCH) {
            items = abi.decode(execution, (Execution[]));
            require(keccak256(abi.encode(items)) == keccak256(execution), "Caveat: the batch is not canonically encoded");
            require(items.length > 0, "Caveat: the batch is empty");
            return items;
        }
        require(mode == SINGLE, "Caveat: the mode is neither one call nor a batch");
        require(execution.length >= 52, "Caveat: the execution is too short");
        items = new Execution[](1);
        items[0] = Execution(
            address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]
        );
    }

    /// @dev Terms are packed and have exactly one length.
    function _exactly(bytes calldata terms, uint256 length) internal pure {
        require(terms.length == length, "Caveat: the terms have the wrong length");
    }

    function _address(bytes calldata terms, uint256 from) internal pure returns (address a) {
        a = address(bytes20(terms[from:from + 20]));
        require(a != address(0), "Caveat: an address of the terms is zero");
    }

    function _uint64(bytes calldata terms, uint256 from) internal pure returns (uint256) {
        return uint64(bytes8(terms[from:from + 8]));
    }

    function _uint16(bytes calldata terms, uint256 from) internal pure returns (uint256) {
        return uint16(bytes2(terms[from:from + 2]));
    }
}
