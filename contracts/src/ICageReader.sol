// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev What a call does, whatever the protocol. Swap gives one token for another. Mint opens
/// a position in a pool and Increase puts more into one; the pool is locked while it is paid. Join
/// does either where it is not. Decrease, Collect and Burn are the steps of leaving one. Supply,
/// Withdraw and Repay are a lender's.
enum CageDeed {
    Approve, // of a token: no reader answers that
    Swap,
    Mint,
    Increase,
    Join,
    Decrease,
    Collect,
    Burn,
    Supply,
    Withdraw,
    Repay
}

/// @dev One call, read. Of a swap tokenA goes in and tokenB comes out; of a position they are
/// its two tokens, which both go; else tokenA is the asset.
struct CageAction {
    CageDeed deed;
    address tokenA;
    address tokenB;
    uint256 amountA; // smallest units that may leave
    uint256 amountB;
    uint256 id; // of a position, or of a lender's market; zero where a Join opens one that has none yet
    address place; // what is put in goes there: a pool, or the lender
    address to; // who receives, or whose it stays
    address[] hops; // tokens on the way
}

/// @dev What the account has at a protocol under an id. part is liquidity, or units of what is
/// lent; owedA and owedB are taken out and not collected.
struct CageStanding {
    uint256 part;
    uint256 owedA;
    uint256 owedB;
}

/// @dev What a lender says of what stands behind a debt: values in its own unit, and a factor of
/// 1e18 below which the debt is liquidated.
struct CageHealth {
    uint256 collateral;
    uint256 debt;
    uint256 factor;
}

/// @title ICageReader: what a cage's enforcer has to know of one protocol.
/// @notice A reader has no state and decides nothing. It is bound to contracts by the cage's
/// owner, and asked by static calls. The enforcer measures at the tokens what it can: a reader
/// that is wrong about tokens and amounts lets nothing leave beyond the limits. What no balance
/// shows is believed: how much of a position is left, and at which price a pool stands.
///
/// read refuses what it does not know with SelectorNotAllowed, and a call that is not packed
/// as it has to be, to the byte, with MalformedCall.
interface ICageReader {
    error SelectorNotAllowed(address target, bytes4 selector);
    error MalformedCall(address target, bytes4 selector);
    /// @dev The protocol has no such thing.
    error NothingToRead(address target);

    /// @notice What a call of the target by the account is.
    function read(address target, address account, bytes calldata data) external view returns (CageAction memory);

    /// @notice The pool of a position.
    function placeOf(address target, uint256 id) external view returns (address);

    /// @notice What the account has under an id; nothing where it is gone.
    function standing(address target, address account, uint256 id) external view returns (CageStanding memory);

    /// @notice Units that the account owes under an id.
    function debt(address target, address account, uint256 id) external view returns (uint256);

    /// @notice The position that the account opened last.
    function newest(address target, address account) external view returns (uint256 id);

    /// @notice Units of the second token that the position's pool gives for 2^80 of the first.
    function price(address target, uint256 id, address place) external view returns (uint256);

    /// @notice What a part of a position is of its two tokens where its pool gives so many units of
    /// the second for 2^80 of the first, rounded down.
    function amounts(address target, uint256 id, uint256 part, uint256 rate)
        external
        view
        returns (uint256 amountA, uint256 amountB);

    /// @notice What stands behind the debts of the account that what it has under an id secures.
    function health(address target, address account, uint256 id) external view returns (CageHealth memory);
}

/// @title CageReader: a reader of a protocol that has none of what is asked.
/// @notice A protocol's reader answers what it knows better.
abstract contract CageReader is ICageReader {
    function placeOf(address target, uint256) external view virtual returns (address) {
        revert NothingToRead(target);
    }

    function standing(address target, address, uint256) external view virtual returns (CageStanding memory) {
        revert NothingToRead(target);
    }

    function debt(address target, address, uint256) external view virtual returns (uint256) {
        revert NothingToRead(target);
    }

    function newest(address target, address) external view virtual returns (uint256) {
        revert NothingToRead(target);
    }

    function price(address target, uint256, address) external view virtual returns (uint256) {
        revert NothingToRead(target);
    }

    function amounts(address target, uint256, uint256, uint256) external view virtual returns (uint256, uint256) {
        revert NothingToRead(target);
    }

    /// @dev There are no debts.
    function health(address, address, uint256) external view virtual returns (CageHealth memory h) {}

    /// @dev The root of a rate, times 2^88. No pool stands at one that has more than 160 bits.
    function _root(address target, uint256 rate) internal pure returns (uint256 root) {
        if (rate == 0 || rate >> 160 != 0) revert NothingToRead(target);
        return _sqrt(rate << 96);
    }

    /// @dev The root, rounded down: Newton's, from above.
    function _sqrt(uint256 x) internal pure returns (uint256 root) {
        if (x == 0) return 0;
        root = 1;
        for (uint256 y = x; y > 3; y >>= 2) root <<= 1;
        root <<= 1;
        for (uint256 next = (root + x / root) >> 1; next < root; next = (root + x / root) >> 1) root = next;
    }

    /// @dev The function that a call is of.
    function _selector(address target, bytes calldata data) internal pure returns (bytes4) {
        if (data.length < 4) revert SelectorNotAllowed(target, 0);
        return bytes4(data);
    }

    /// @dev Refuses a call whose arguments are not so many words.
    function _words(address target, bytes calldata data, uint256 n) internal pure {
        if (data.length != 4 + 32 * n) revert MalformedCall(target, bytes4(data));
    }

    /// @dev Refuses a call whose arguments are not packed as a compiler packs them, so that two
    /// readers cannot read two things.
    function _packed(address target, bytes calldata data, bytes memory args) internal pure {
        if (keccak256(data[4:]) != keccak256(args)) revert MalformedCall(target, bytes4(data));
    }
}
