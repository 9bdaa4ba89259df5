// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface ITokenReceiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// @title AgentToken: the ERC-721 of an identity registry.
abstract contract AgentToken {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    string public constant name = "AgentIdentity";
    string public constant symbol = "AGENT";

    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => address) private _owners;
    mapping(uint256 id => address) private _approved;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f; // ERC-165, ERC-721, its metadata
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = _owners[id];
        require(owner != address(0), "AgentToken: there is no such agent");
    }

    function getApproved(uint256 id) external view returns (address) {
        ownerOf(id);
        return _approved[id];
    }

    function approve(address to, uint256 id) external {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "AgentToken: neither owner nor operator");
        _approved[id] = to;
        emit Approval(owner, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(_may(msg.sender, id), "AgentToken: neither owner nor approved");
        require(ownerOf(id) == from && to != address(0), "AgentToken: wrong owner or no receiver");
        delete _approved[id];
        balanceOf[from]--;
        balanceOf[to]++;
        _owners[id] = to;
        emit Transfer(from, to, id);
        _moved(id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        _received(from, to, id, data);
    }

    function _mint(address to, uint256 id) internal {
        _owners[id] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, id);
    }

    function _received(address from, address to, uint256 id, bytes memory data) private {
        if (to.code.length == 0) return;
        bytes4 answer = ITokenReceiver(to).onERC721Received(msg.sender, from, id, data);
        require(answer == ITokenReceiver.onERC721Received.selector, "AgentToken: the receiver refuses");
    }

    /// @dev Owner, approved, or operator.
    function _may(address who, uint256 id) internal view returns (bool) {
        address owner = ownerOf(id);
        return who == owner || isApprovedForAll[owner][who] || who == _approved[id];
    }

    /// @dev Told after a transfer.
    function _moved(uint256 id) internal virtual;
}
