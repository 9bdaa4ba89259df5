// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice MetaMask's DelegationManager (ERC-7710) as we call it. The npm package
/// ships its creation code without a JSON interface, so it is declared here.
interface IDelegationManager {
    struct Caveat {
        address enforcer;
        bytes terms;
        bytes args;
    }

    struct Delegation {
        address delegate;
        address delegator;
        bytes32 authority;
        Caveat[] caveats;
        uint256 salt;
        bytes signature;
    }

    event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, Delegation delegation);
    event DisabledDelegation(
        bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation
    );
    event EnabledDelegation(
        bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation
    );

    error CannotUseADisabledDelegation();
    error InvalidDelegate();
    error InvalidDelegator();
    error InvalidAuthority();
    error InvalidEOASignature();
    error InvalidERC1271Signature();

    function ROOT_AUTHORITY() external view returns (bytes32);
    function ANY_DELEGATE() external view returns (address);
    function owner() external view returns (address);
    function getDomainHash() external view returns (bytes32);
    function getDelegationHash(Delegation calldata delegation) external pure returns (bytes32);
    function disabledDelegations(bytes32 delegationHash) external view returns (bool);
    function disableDelegation(Delegation calldata delegation) external;
    function enableDelegation(Delegation calldata delegation) external;
    function redeemDelegations(
        bytes[] calldata permissionContexts,
        bytes32[] calldata modes,
        bytes[] calldata executionCallDatas
    ) external;
}
