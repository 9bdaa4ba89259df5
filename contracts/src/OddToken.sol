// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token of which tests can make what others on the chain are: one that says other decimals,
/// that keeps a toll of each transfer, or whose balances all grow without one.
contract OddToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public symbol = "ODD";
    uint8 public decimals = 18;
    uint256 public tollBps;
    uint256 public scaleBps = 10_000;

    mapping(address owner => uint256) private shares;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(uint256 supply) {
        shares[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function name(string calldata text) external {
        symbol = text;
    }

    function count(uint8 digits) external {
        decimals = digits;
    }

    /// charge keeps a share of each transfer from now on.
    function charge(uint256 bps) external {
        tollBps = bps;
    }

    /// rebase makes every balance so many ten-thousandths of what was first given.
    function rebase(uint256 bps) external {
        scaleBps = bps;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return shares[owner] * scaleBps / 10_000;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        uint256 share = value * 10_000 / scaleBps;
        shares[from] -= share;
        shares[to] += share - share * tollBps / 10_000;
        emit Transfer(from, to, value);
        return true;
    }
}
