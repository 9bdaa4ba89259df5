// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What chains are compared with (test/oracle): one function for each thing that a
/// transaction can do, so that a difference between two chains has a name.
contract Specimen {
    error TooMuch(uint256 asked, uint256 most);

    event Stored(address indexed by, uint256 indexed slot, uint256 value);
    event Heard(string text);

    mapping(uint256 slot => uint256 value) public kept;

    constructor() payable {}

    receive() external payable {}

    /// store writes a slot, logs it, and returns what was there.
    function store(uint256 slot, uint256 value) external payable returns (uint256 before) {
        before = kept[slot];
        kept[slot] = value;
        emit Stored(msg.sender, slot, value);
    }

    function fail(string calldata text) external payable {
        revert(text);
    }

    function refuse(uint256 asked) external payable {
        revert TooMuch(asked, 7);
    }

    /// divide panics with code 0x12 where by is zero.
    function divide(uint256 what, uint256 by) external pure returns (uint256) {
        return what / by;
    }

    /// burn writes slots until its gas is gone.
    function burn() external {
        for (uint256 i = 1;; i++) {
            kept[i] = i;
        }
    }

    /// shout logs the text count times, and a log of no, one, three and four topics.
    function shout(uint256 count, string calldata text) external {
        for (uint256 i; i < count; i++) {
            emit Heard(text);
        }
        assembly {
            mstore(0, count)
            log0(0, 32)
            log1(0, 32, 1)
            log3(0, 32, 1, 2, 3)
            log4(0, 0, 1, 2, 3, 4)
        }
    }

    /// ask calls any address, a precompile say, and returns what came back.
    function ask(address whom, bytes calldata input) external payable returns (bool ok, bytes memory output) {
        (ok, output) = whom.call{value: msg.value}(input);
        emit Stored(whom, ok ? 1 : 0, uint256(keccak256(output)));
    }

    /// nest calls this contract through itself and then lets the inner call fail.
    function nest(uint256 slot, uint256 value) external returns (uint256) {
        this.store(slot, value);
        try this.refuse(value) {
            return 0;
        } catch (bytes memory reason) {
            return reason.length;
        }
    }

    /// child creates a contract whose address follows from the salt.
    function child(bytes32 salt) external payable returns (address made) {
        made = address(new Child{salt: salt, value: msg.value}(uint256(salt)));
        emit Stored(made, uint256(salt), made.codehash != bytes32(0) ? 1 : 0);
    }

    /// around returns what a contract sees of its block.
    function around()
        external
        view
        returns (uint256 number, uint256 time, uint256 baseFee, uint256 random, address coinbase, uint256 gasLimit, uint256 chain)
    {
        return (block.number, block.timestamp, block.basefee, block.prevrandao, block.coinbase, block.gaslimit, block.chainid);
    }

    /// witness writes down what a transaction sees of its block.
    function witness() external {
        kept[0] = uint256(keccak256(abi.encode(block.number, block.timestamp, block.basefee, block.coinbase, block.gaslimit, tx.gasprice)));
        emit Stored(tx.origin, block.number, kept[0]);
    }

    /// swallow hashes a long text that it was given.
    function swallow(bytes calldata text) external returns (bytes32 hash) {
        hash = keccak256(text);
        emit Stored(msg.sender, text.length, uint256(hash));
    }
}

/// Child is what Specimen creates.
contract Child {
    uint256 public immutable number;

    constructor(uint256 n) payable {
        number = n;
    }
}
