// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Caveat} from "./Caveat.sol";
import {ActionBook} from "./ActionBook.sol";

interface IVitality {
    function getPhase(address golem) external view returns (bool registered, uint8 phase);
}

/// @title GolemPhase: what a Golem may do depends on how much of its life is left.
/// @notice Terms, 60 bytes: book, vitality oracle, golem.
contract GolemPhase is Caveat {
    /// @notice The classes of an action, one bit each; one that is allowed is enough.
    uint8 private constant OPEN = 1; // swap, add liquidity, deposit, borrow
    uint8 private constant LEAVE = 2; // remove liquidity, withdraw
    uint8 private constant SWEEP = 4; // to the owner
    uint8 private constant SPAWN = 8; // a replicant
    uint8 private constant SETTLE = 16; // what settlement needs

    function _judge(bytes calldata terms, Execution[] memory items, bytes32, address) internal view override {
        _exactly(terms, 60);
        ActionBook book = ActionBook(_address(terms, 0));
        (bool registered, uint8 phase) = IVitality(_address(terms, 20)).getPhase(_address(terms, 40));
        require(registered, "GolemPhase: the golem is not registered");
        uint8 allowed = _allowed(phase);
        for (uint256 i = 0; i < items.length; i++) {
            uint8 classes = book.read(items[i].target, items[i].value, items[i].callData).classes;
            require(classes & allowed != 0, "GolemPhase: the phase does not allow this action");
        }
    }

    function _allowed(uint8 phase) private pure returns (uint8) {
        if (phase == 0) return OPEN | LEAVE | SWEEP | SPAWN | SETTLE; // thriving
        if (phase == 1) return OPEN | LEAVE | SWEEP | SETTLE; // stable
        if (phase == 2) return LEAVE | SETTLE; // conservation
        if (phase == 3) return LEAVE | SWEEP | SETTLE; // declining
        require(phase == 4, "GolemPhase: there is no such phase");
        return SETTLE; // terminal
    }
}
