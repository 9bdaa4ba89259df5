// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice MetaMask's account for EIP-7702 (EIP7702StatelessDeleGator) as we call it,
/// declared here for the same reason as its manager.
interface IDelegator {
    struct Execution {
        address target;
        uint256 value;
        bytes callData;
    }

    function delegationManager() external view returns (address);
    function entryPoint() external view returns (address);
    function execute(Execution calldata execution) external payable;
    function execute(bytes32 mode, bytes calldata executionCalldata) external payable;
}
