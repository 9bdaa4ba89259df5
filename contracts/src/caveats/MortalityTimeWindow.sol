// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";

/// @title MortalityTimeWindow: a delegation dies with its Golem.
/// @notice Terms, 16 bytes: start and end in seconds since 1970, both inclusive.
contract MortalityTimeWindow is Caveat {
    function _judge(bytes calldata terms, Execution[] memory, bytes32, address) internal view override {
        _exactly(terms, 16);
        (uint256 start, uint256 end) = (_uint64(terms, 0), _uint64(terms, 8));
        require(end > start, "MortalityTimeWindow: the window ends before it starts");
        require(block.timestamp >= start, "MortalityTimeWindow: the window has not started");
        require(block.timestamp <= end, "MortalityTimeWindow: the window is over");
    }
}
