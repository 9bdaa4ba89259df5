// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";

interface IDream {
    function isDreaming(address golem) external view returns (bool);
}

/// @title DreamMode: a dreaming Golem writes nothing.
/// @notice Terms, 40 bytes: dream oracle, golem. Every redemption is a write.
contract DreamMode is Caveat {
    function _judge(bytes calldata terms, Execution[] memory, bytes32, address) internal view override {
        _exactly(terms, 40);
        require(!IDream(_address(terms, 0)).isDreaming(_address(terms, 20)), "DreamMode: the golem is dreaming");
    }
}
