// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {L1Block} from "L1Block.sol";

/// @title GasPriceOracle: what a devnet that charges as a rollup tells of its fees.
/// @notice It answers what the predeploy of the OP stack answers under the rules since Fjord,
/// from the same storage. It has no way to change them.
contract GasPriceOracle {
    bool public isEcotone; // slot 0, from its low end
    bool public isFjord;
    bool public isIsthmus;
    bool public isJovian;

    L1Block private constant L1 = L1Block(0x4200000000000000000000000000000000000015);

    // What a signature adds to a transaction without one, in bytes.
    uint256 private constant SIGNATURE = 68;

    /// @notice The fee for the data of a transaction that is given without its signature.
    function getL1Fee(bytes memory unsigned) external view returns (uint256) {
        return cost(compressed(unsigned) + SIGNATURE);
    }

    /// @notice More than that for any transaction of the given length.
    function getL1FeeUpperBound(uint256 unsignedSize) external view returns (uint256) {
        uint256 size = unsignedSize + SIGNATURE;
        return cost(size + size / 255 + 16);
    }

    /// @notice The operator's fee for the gas.
    function getOperatorFee(uint256 gas) external view returns (uint256) {
        if (!isIsthmus) return 0;
        uint256 scaled = gas * L1.operatorFeeScalar();
        scaled = isJovian ? scaled * 100 : scaled / 1e6;
        return scaled + L1.operatorFeeConstant();
    }

    function cost(uint256 size) private view returns (uint256) {
        uint256 scaled = 836_500 * size;
        scaled = scaled < 142_585_600 ? 100_000_000 : scaled - 42_585_600;
        uint256 perByte = uint256(L1.baseFeeScalar()) * 16 * L1.basefee() + uint256(L1.blobBaseFeeScalar()) * L1.blobBaseFee();
        return scaled * perByte / 1e12;
    }

    /// @dev How long the bytes are after FastLZ, level 1.
    function compressed(bytes memory data) private pure returns (uint256 size) {
        uint256[] memory places = new uint256[](8192);
        uint256 end = data.length < 13 ? 0 : data.length - 13;
        uint256 written;
        uint256 here = 2;
        while (here + 1 < end) {
            uint256 three = next(data, here);
            uint256 earlier = places[place(three)];
            places[place(three)] = here;
            if (here - earlier > 8191 || next(data, earlier) != three) {
                here++;
                continue;
            }
            size += literals(here - written);
            uint256 length = same(data, earlier + 3, here + 3, end + 9);
            size += 3 * ((length - 1) / 262) + ((length - 1) % 262 >= 6 ? 3 : 2);
            here += length;
            places[place(next(data, here))] = here;
            places[place(next(data, here + 1))] = here + 1;
            here += 2;
            written = here;
        }
        size += literals(data.length - written);
    }

    function next(bytes memory data, uint256 here) private pure returns (uint256) {
        return uint256(uint8(data[here])) | uint256(uint8(data[here + 1])) << 8 | uint256(uint8(data[here + 2])) << 16;
    }

    function place(uint256 three) private pure returns (uint256) {
        return (2654435769 * three & 0xffffffff) >> 19;
    }

    function literals(uint256 count) private pure returns (uint256 size) {
        size = 33 * (count / 32);
        if (count % 32 != 0) size += count % 32 + 1;
    }

    /// @dev How many bytes are the same, the first other one included.
    function same(bytes memory data, uint256 one, uint256 other, uint256 end) private pure returns (uint256 length) {
        while (other + length < end) {
            if (data[one + length] != data[other + length]) return length + 1;
            length++;
        }
    }
}
