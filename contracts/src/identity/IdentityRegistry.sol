// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AgentToken} from "./AgentToken.sol";

interface ISmartWallet {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @title IdentityRegistry: the identity registry of ERC-8004.
/// @notice An agent is an ERC-721 token with a URI and metadata. Its wallet is first its
/// owner's, is changed by a proof of the new one, and is nobody's after a transfer.
contract IdentityRegistry is AgentToken {
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);
    event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue);

    bytes32 private constant WALLET_TYPE =
        keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant RESERVED = keccak256("agentWallet");

    /// @notice How far ahead the deadline of a wallet's proof may lie, in seconds.
    uint256 private constant PATIENCE = 300;

    uint256 private _last;
    mapping(uint256 agentId => string) private _uris;
    mapping(uint256 agentId => mapping(string key => bytes)) private _metadata;

    modifier onlyFor(uint256 agentId) {
        require(_may(msg.sender, agentId), "IdentityRegistry: neither owner nor operator");
        _;
    }

    function register() external returns (uint256) {
        return _register("");
    }

    function register(string calldata agentURI) external returns (uint256) {
        return _register(agentURI);
    }

    function register(string calldata agentURI, MetadataEntry[] calldata metadata) external returns (uint256 agentId) {
        agentId = _register(agentURI);
        for (uint256 i = 0; i < metadata.length; i++) {
            _describe(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
    }

    function tokenURI(uint256 agentId) external view returns (string memory) {
        ownerOf(agentId);
        return _uris[agentId];
    }

    function setAgentURI(uint256 agentId, string calldata newURI) external onlyFor(agentId) {
        _uris[agentId] = newURI;
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    function getMetadata(uint256 agentId, string memory metadataKey) external view returns (bytes memory) {
        return _metadata[agentId][metadataKey];
    }

    function setMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue) external onlyFor(agentId) {
        _describe(agentId, metadataKey, metadataValue);
    }

    function getAgentWallet(uint256 agentId) external view returns (address) {
        ownerOf(agentId);
        bytes memory wallet = _metadata[agentId]["agentWallet"];
        return wallet.length == 20 ? address(bytes20(wallet)) : address(0);
    }

    /// @notice signature is the new wallet's, or what its contract takes for one (ERC-1271).
    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature)
        external
        onlyFor(agentId)
    {
        require(newWallet != address(0), "IdentityRegistry: no wallet");
        require(deadline >= block.timestamp, "IdentityRegistry: the proof is too late");
        require(deadline <= block.timestamp + PATIENCE, "IdentityRegistry: the proof's deadline is too far");
        bytes32 proof = keccak256(abi.encode(WALLET_TYPE, agentId, newWallet, ownerOf(agentId), deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", _domain(), proof));
        require(_signed(newWallet, digest, signature), "IdentityRegistry: the new wallet did not sign");
        _set(agentId, "agentWallet", abi.encodePacked(newWallet));
    }

    function unsetAgentWallet(uint256 agentId) external onlyFor(agentId) {
        _set(agentId, "agentWallet", "");
    }

    function _register(string memory agentURI) private returns (uint256 agentId) {
        agentId = ++_last;
        _uris[agentId] = agentURI;
        _mint(msg.sender, agentId);
        emit Registered(agentId, agentURI, msg.sender);
        _set(agentId, "agentWallet", abi.encodePacked(msg.sender));
    }

    function _describe(uint256 agentId, string memory key, bytes memory value) private {
        require(keccak256(bytes(key)) != RESERVED, "IdentityRegistry: the key agentWallet is reserved");
        _set(agentId, key, value);
    }

    function _set(uint256 agentId, string memory key, bytes memory value) private {
        _metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }

    function _moved(uint256 agentId) internal override {
        _set(agentId, "agentWallet", "");
    }

    function _domain() private view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("ERC8004IdentityRegistry"), keccak256("1"), block.chainid, address(this))
        );
    }

    /// @dev An account with code of EIP-7702 may sign as a key, too. An s in the upper half
    /// is another form of a signature and is refused.
    function _signed(address wallet, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signature.length == 65) {
            (bytes32 r, bytes32 s, uint8 v) = (bytes32(signature[:32]), bytes32(signature[32:64]), uint8(signature[64]));
            bool low = uint256(s) <= 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;
            if (low && ecrecover(digest, v, r, s) == wallet) return true;
        }
        if (wallet.code.length == 0) return false;
        (bool ok, bytes memory answer) =
            wallet.staticcall(abi.encodeCall(ISmartWallet.isValidSignature, (digest, signature)));
        return ok && answer.length >= 32 && bytes32(answer) == bytes32(ISmartWallet.isValidSignature.selector);
    }
}
