// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title L1Block: what a rollup knows of the chain below it, in the storage slots in which
/// the execution clients of the OP stack read it.
/// @notice On a devnet nobody writes to it but block 0 and the devnet's own cheats.
contract L1Block {
    uint256 private numberAndTime; // slot 0
    uint256 public basefee; // slot 1
    bytes32 private hash; // slot 2
    uint64 private sequenceNumber; // slot 3, from its low end
    uint32 public blobBaseFeeScalar;
    uint32 public baseFeeScalar;
    uint256[3] private before; // slots 4 to 6, of earlier rules
    uint256 public blobBaseFee; // slot 7
    uint64 public operatorFeeConstant; // slot 8, from its low end
    uint32 public operatorFeeScalar;
}
