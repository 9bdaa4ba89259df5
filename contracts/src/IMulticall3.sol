// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice Multicall3 as we call it. The npm package ships its creation code
/// without a full ABI, so it is declared here.
interface IMulticall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls)
        external
        payable
        returns (Result[] memory returnData);
    function getBlockHash(uint256 blockNumber) external view returns (bytes32 blockHash);
    function getBlockNumber() external view returns (uint256 blockNumber);
    function getCurrentBlockTimestamp() external view returns (uint256 timestamp);
    function getBasefee() external view returns (uint256 basefee);
    function getEthBalance(address addr) external view returns (uint256 balance);
}
