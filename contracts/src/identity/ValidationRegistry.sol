// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IValidated {
    function ownerOf(uint256 agentId) external view returns (address);
    function getApproved(uint256 agentId) external view returns (address);
    function isApprovedForAll(address owner, address operator) external view returns (bool);
}

/// @title ValidationRegistry: what validators found of an agent's work (ERC-8004).
/// @notice The owner or an operator of an agent asks a validator, who alone answers, as
/// often as he likes, with 0 (failed) to 100 (passed).
contract ValidationRegistry {
    event ValidationRequest(
        address indexed validatorAddress, uint256 indexed agentId, string requestURI, bytes32 indexed requestHash
    );
    event ValidationResponse(
        address indexed validatorAddress,
        uint256 indexed agentId,
        bytes32 indexed requestHash,
        uint8 response,
        string responseURI,
        bytes32 responseHash,
        string tag
    );

    struct Status {
        address validator;
        uint256 agentId;
        uint8 response;
        bool answered;
        bytes32 responseHash;
        string tag;
        uint256 lastUpdate;
    }

    address public immutable getIdentityRegistry;
    mapping(bytes32 requestHash => Status) private _status;
    mapping(uint256 agentId => bytes32[]) private _ofAgent;
    mapping(address validator => bytes32[]) private _ofValidator;

    constructor(address identityRegistry) {
        require(identityRegistry.code.length > 0, "ValidationRegistry: there is no identity registry");
        getIdentityRegistry = identityRegistry;
    }

    function validationRequest(
        address validatorAddress,
        uint256 agentId,
        string calldata requestURI,
        bytes32 requestHash
    ) external {
        require(validatorAddress != address(0), "ValidationRegistry: no validator");
        require(_runs(msg.sender, agentId), "ValidationRegistry: neither owner nor operator");
        Status storage s = _status[requestHash];
        require(s.validator == address(0), "ValidationRegistry: asked already");
        (s.validator, s.agentId, s.lastUpdate) = (validatorAddress, agentId, block.timestamp);
        _ofAgent[agentId].push(requestHash);
        _ofValidator[validatorAddress].push(requestHash);
        emit ValidationRequest(validatorAddress, agentId, requestURI, requestHash);
    }

    function validationResponse(
        bytes32 requestHash,
        uint8 response,
        string calldata responseURI,
        bytes32 responseHash,
        string calldata tag
    ) external {
        Status storage s = _status[requestHash];
        require(s.validator == msg.sender, "ValidationRegistry: only the validator who was asked answers");
        require(response <= 100, "ValidationRegistry: more than 100");
        (s.response, s.answered, s.responseHash, s.tag, s.lastUpdate) =
            (response, true, responseHash, tag, block.timestamp);
        emit ValidationResponse(msg.sender, s.agentId, requestHash, response, responseURI, responseHash, tag);
    }

    function getValidationStatus(bytes32 requestHash)
        external
        view
        returns (
            address validatorAddress,
            uint256 agentId,
            uint8 response,
            bytes32 responseHash,
            string memory tag,
            uint256 lastUpdate
        )
    {
        Status storage s = _status[requestHash];
        require(s.validator != address(0), "ValidationRegistry: nobody asked");
        return (s.validator, s.agentId, s.response, s.responseHash, s.tag, s.lastUpdate);
    }

    /// @notice The mean of what was answered. No validator means all of them, an empty
    /// tag matches all.
    function getSummary(uint256 agentId, address[] calldata validatorAddresses, string calldata tag)
        external
        view
        returns (uint64 count, uint8 averageResponse)
    {
        uint256 sum = 0;
        bytes32[] memory all = _ofAgent[agentId];
        for (uint256 i = 0; i < all.length; i++) {
            Status memory s = _status[all[i]];
            if (!s.answered || !_is(s.tag, tag) || !_among(s.validator, validatorAddresses)) continue;
            sum += s.response;
            count++;
        }
        if (count > 0) averageResponse = uint8(sum / count);
    }

    function getAgentValidations(uint256 agentId) external view returns (bytes32[] memory) {
        return _ofAgent[agentId];
    }

    function getValidatorRequests(address validatorAddress) external view returns (bytes32[] memory) {
        return _ofValidator[validatorAddress];
    }

    function _runs(address who, uint256 agentId) private view returns (bool) {
        IValidated agents = IValidated(getIdentityRegistry);
        address owner = agents.ownerOf(agentId);
        return who == owner || agents.isApprovedForAll(owner, who) || agents.getApproved(agentId) == who;
    }

    function _among(address validator, address[] calldata wanted) private pure returns (bool) {
        for (uint256 i = 0; i < wanted.length; i++) if (wanted[i] == validator) return true;
        return wanted.length == 0;
    }

    function _is(string memory tag, string calldata wanted) private pure returns (bool) {
        return bytes(wanted).length == 0 || keccak256(bytes(tag)) == keccak256(bytes(wanted));
    }
}
