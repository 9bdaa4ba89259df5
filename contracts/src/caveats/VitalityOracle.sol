// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title VitalityOracle: the phase of life of each Golem, as it says itself.
/// @notice Phases are 0 thriving, 1 stable, 2 conservation, 3 declining, 4 terminal. A
/// Golem only makes its own worse, and strikes itself off when it is dead; its owner
/// registers it and may set the phase back.
contract VitalityOracle {
    event PhaseTransition(address indexed golem, uint8 from, uint8 to, uint16 score);
    event Registered(address indexed golem);
    event Deregistered(address indexed golem);

    struct Life {
        bool registered;
        uint8 phase;
        uint16 score; // vitality in basis points
    }

    address public immutable owner;
    mapping(address golem => Life) public lives;

    modifier onlyOwner() {
        require(msg.sender == owner, "VitalityOracle: only the owner may");
        _;
    }

    constructor(address owner_) {
        require(owner_ != address(0), "VitalityOracle: no owner");
        owner = owner_;
    }

    function registerGolem(address golem) external onlyOwner {
        require(golem != address(0) && !lives[golem].registered, "VitalityOracle: registered already, or none");
        lives[golem] = Life(true, 0, 10_000);
        emit Registered(golem);
    }

    /// @notice Called by the owner, or by the Golem's own key: nothing follows for it then.
    function deregisterGolem(address golem) external {
        require(msg.sender == owner || msg.sender == golem, "VitalityOracle: only the owner may");
        require(lives[golem].registered, "VitalityOracle: not registered");
        delete lives[golem];
        emit Deregistered(golem);
    }

    /// @notice Called by the Golem's own key; the phase never gets better.
    function updatePhase(uint8 phase, uint16 score) external {
        Life storage life = lives[msg.sender];
        require(life.registered, "VitalityOracle: not registered");
        require(phase >= life.phase, "VitalityOracle: a golem does not set its phase back");
        _set(life, msg.sender, phase, score);
    }

    /// @notice For a Golem that was fed and recovered.
    function resetPhase(address golem, uint8 phase, uint16 score) external onlyOwner {
        require(lives[golem].registered, "VitalityOracle: not registered");
        _set(lives[golem], golem, phase, score);
    }

    function getPhase(address golem) external view returns (bool registered, uint8 phase) {
        return (lives[golem].registered, lives[golem].phase);
    }

    function _set(Life storage life, address golem, uint8 phase, uint16 score) private {
        require(phase <= 4 && score <= 10_000, "VitalityOracle: phase or score out of range");
        emit PhaseTransition(golem, life.phase, phase, score);
        (life.phase, life.score) = (phase, score);
    }
}
