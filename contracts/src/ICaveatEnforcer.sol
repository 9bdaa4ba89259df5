// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice What MetaMask's DelegationManager calls around an execution, for each caveat.
/// A revert of any of them undoes the whole redemption.
interface ICaveatEnforcer {
    function beforeAllHook(bytes calldata terms, bytes calldata args, bytes32 mode, bytes calldata execution, bytes32 delegationHash, address delegator, address redeemer) external;
    function beforeHook(bytes calldata terms, bytes calldata args, bytes32 mode, bytes calldata execution, bytes32 delegationHash, address delegator, address redeemer) external;
    function afterHook(bytes calldata terms, bytes calldata args, bytes32 mode, bytes calldata execution, bytes32 delegationHash, address delegator, address redeemer) external;
    function afterAllHook(bytes calldata terms, bytes calldata args, bytes32 mode, bytes calldata execution, bytes32 delegationHash, address delegator, address redeemer) external;
}
