// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IAgents {
    function ownerOf(uint256 agentId) external view returns (address);
    function getApproved(uint256 agentId) external view returns (address);
    function isApprovedForAll(address owner, address operator) external view returns (bool);
}

/// @title ReputationRegistry: what clients say of agents (ERC-8004).
/// @notice Anybody may say something of an agent but its own owner and operators.
/// Whoever reads a summary chooses whom he believes.
contract ReputationRegistry {
    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    struct Feedback {
        int128 value;
        uint8 valueDecimals;
        bool revoked;
        string tag1;
        string tag2;
    }

    /// @dev What readAllFeedback answers.
    struct All {
        address[] clients;
        uint64[] indexes;
        int128[] values;
        uint8[] decimals;
        string[] tag1s;
        string[] tag2s;
        bool[] revoked;
    }

    uint8 private constant WAD = 18;

    address public immutable getIdentityRegistry;
    mapping(uint256 agentId => address[]) private _clients;
    mapping(uint256 agentId => mapping(address client => Feedback[])) private _feedback; // the first is number 1
    mapping(bytes32 feedback => mapping(address responder => uint64)) private _responses;
    mapping(bytes32 feedback => address[]) private _responders;

    constructor(address identityRegistry) {
        require(identityRegistry.code.length > 0, "ReputationRegistry: there is no identity registry");
        getIdentityRegistry = identityRegistry;
    }

    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external {
        require(valueDecimals <= WAD, "ReputationRegistry: more than 18 decimals");
        require(!_runs(msg.sender, agentId), "ReputationRegistry: an agent's own people say nothing of it");
        Feedback[] storage all = _feedback[agentId][msg.sender];
        if (all.length == 0) _clients[agentId].push(msg.sender);
        all.push(Feedback(value, valueDecimals, false, tag1, tag2));
        _announce(agentId, uint64(all.length), endpoint, feedbackURI, feedbackHash);
    }

    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Feedback storage f = _at(agentId, msg.sender, feedbackIndex);
        require(!f.revoked, "ReputationRegistry: revoked already");
        f.revoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        _at(agentId, clientAddress, feedbackIndex);
        bytes32 key = keccak256(abi.encode(agentId, clientAddress, feedbackIndex));
        if (_responses[key][msg.sender]++ == 0) _responders[key].push(msg.sender);
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
        return uint64(_feedback[agentId][clientAddress].length);
    }

    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback storage f = _at(agentId, clientAddress, feedbackIndex);
        return (f.value, f.valueDecimals, f.tag1, f.tag2, f.revoked);
    }

    /// @notice The mean of what the named clients say, with the decimals most of them use.
    /// An empty tag matches all.
    function getSummary(uint256 agentId, address[] calldata clientAddresses, string calldata tag1, string calldata tag2)
        external
        view
        returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)
    {
        require(clientAddresses.length > 0, "ReputationRegistry: name the clients you believe");
        All memory a = _collect(agentId, clientAddresses, tag1, tag2, false);
        count = uint64(a.values.length);
        if (count > 0) (summaryValue, summaryValueDecimals) = _mean(a);
    }

    /// @notice No client address means all of them, an empty tag matches all.
    function readAllFeedback(
        uint256 agentId,
        address[] memory clientAddresses,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        )
    {
        if (clientAddresses.length == 0) clientAddresses = _clients[agentId];
        All memory a = _collect(agentId, clientAddresses, tag1, tag2, includeRevoked);
        clients = a.clients;
        feedbackIndexes = a.indexes;
        values = a.values;
        valueDecimals = a.decimals;
        tag1s = a.tag1s;
        tag2s = a.tag2s;
        revokedStatuses = a.revoked;
    }

    /// @notice No responder means all of them, index 0 every feedback of the client, and
    /// client 0 every client.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        address[] memory clients = _clients[agentId];
        for (uint256 i = 0; i < clients.length; i++) {
            if (clientAddress != address(0) && clients[i] != clientAddress) continue;
            uint64 last = uint64(_feedback[agentId][clients[i]].length);
            for (uint64 n = 1; n <= last; n++) {
                if (clientAddress == address(0) || feedbackIndex == 0 || n == feedbackIndex) {
                    count += _answers(keccak256(abi.encode(agentId, clients[i], n)), responders);
                }
            }
        }
    }

    function _answers(bytes32 key, address[] memory responders) private view returns (uint64 count) {
        if (responders.length == 0) responders = _responders[key];
        for (uint256 i = 0; i < responders.length; i++) count += _responses[key][responders[i]];
    }

    function _announce(
        uint256 agentId,
        uint64 index,
        string calldata endpoint,
        string calldata uri,
        bytes32 hash
    ) private {
        Feedback memory f = _feedback[agentId][msg.sender][index - 1];
        emit NewFeedback(
            agentId, msg.sender, index, f.value, f.valueDecimals, f.tag1, f.tag1, f.tag2, endpoint, uri, hash
        );
    }

    function _at(uint256 agentId, address client, uint64 index) private view returns (Feedback storage) {
        Feedback[] storage all = _feedback[agentId][client];
        require(index > 0 && index <= all.length, "ReputationRegistry: there is no such feedback");
        return all[index - 1];
    }

    /// @dev Also refuses an agent that nobody registered.
    function _runs(address who, uint256 agentId) private view returns (bool) {
        IAgents agents = IAgents(getIdentityRegistry);
        address owner = agents.ownerOf(agentId);
        return who == owner || agents.isApprovedForAll(owner, who) || agents.getApproved(agentId) == who;
    }

    function _collect(
        uint256 agentId,
        address[] memory clients,
        string memory tag1,
        string memory tag2,
        bool revoked
    ) private view returns (All memory a) {
        uint256 most = 0;
        for (uint256 i = 0; i < clients.length; i++) most += _feedback[agentId][clients[i]].length;
        a = All(
            new address[](most), new uint64[](most), new int128[](most), new uint8[](most), new string[](most),
            new string[](most), new bool[](most)
        );
        uint256 n = 0;
        for (uint256 i = 0; i < clients.length; i++) {
            Feedback[] storage all = _feedback[agentId][clients[i]];
            for (uint256 j = 0; j < all.length; j++) {
                Feedback memory f = all[j];
                if ((f.revoked && !revoked) || !_is(f.tag1, tag1) || !_is(f.tag2, tag2)) continue;
                _put(a, n++, clients[i], uint64(j + 1), f);
            }
        }
        _cut(a, n);
    }

    function _put(All memory a, uint256 n, address client, uint64 index, Feedback memory f) private pure {
        (a.clients[n], a.indexes[n], a.values[n], a.decimals[n]) = (client, index, f.value, f.valueDecimals);
        (a.tag1s[n], a.tag2s[n], a.revoked[n]) = (f.tag1, f.tag2, f.revoked);
    }

    /// @dev Makes every list n long.
    function _cut(All memory a, uint256 n) private pure {
        assembly ("memory-safe") {
            for { let i := 0 } lt(i, 7) { i := add(i, 1) } { mstore(mload(add(a, mul(i, 32))), n) }
        }
    }

    function _is(string memory tag, string memory wanted) private pure returns (bool) {
        return bytes(wanted).length == 0 || keccak256(bytes(tag)) == keccak256(bytes(wanted));
    }

    function _mean(All memory a) private pure returns (int128 mean, uint8 decimals) {
        uint256[19] memory used;
        int256 sum = 0;
        for (uint256 i = 0; i < a.values.length; i++) {
            used[a.decimals[i]]++;
            sum += a.values[i] * int256(10 ** uint256(WAD - a.decimals[i]));
        }
        for (uint8 d = 1; d <= WAD; d++) if (used[d] > used[decimals]) decimals = d;
        int256 wide = sum / int256(a.values.length) / int256(10 ** uint256(WAD - decimals));
        mean = int128(wide);
        require(mean == wide, "ReputationRegistry: the mean does not fit 128 bits");
    }
}
