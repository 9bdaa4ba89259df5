import { verifyMessage as byEthers, verifyTypedData as typedByEthers } from "ethers";
import { createWalletClient, http, verifyMessage, verifyTypedData } from "viem";
import { foundry } from "viem/chains";
import { bob, check, equal, must, nobody } from "../lib.mjs";

const typed = {
  domain: { name: "Ledger", version: "1", chainId: 31337, verifyingContract: "0x5FbDB2315678afecb367f032d93F642f64180aa3" },
  types: {
    Order: [
      { name: "maker", type: "address" },
      { name: "lots", type: "Lot[]" },
      { name: "note", type: "string" },
    ],
    Lot: [
      { name: "amount", type: "uint256" },
      { name: "salt", type: "bytes32" },
    ],
  },
  message: { maker: bob.address, lots: [{ amount: 5n, salt: `0x${"ab".repeat(32)}` }], note: "two" },
};

const remote = (n) => createWalletClient({ chain: foundry, account: bob.address, transport: http(n.url) });

check("sign: viem has the node sign a message", async (n) => {
  const signature = await remote(n).signMessage({ message: "hello" });
  must(await verifyMessage({ address: bob.address, message: "hello", signature }), "viem does not accept it");
  n.same("signature", signature);
});

check("sign: ethers has the node sign a message", async (n) => {
  const signature = await (await n.ethers.getSigner(1)).signMessage("hello");
  equal(byEthers("hello", signature), bob.address, "signer");
  n.same("signature", signature);
});

check("sign: viem has the node sign typed data", async (n) => {
  const signature = await remote(n).signTypedData({ ...typed, primaryType: "Order" });
  must(await verifyTypedData({ address: bob.address, ...typed, primaryType: "Order", signature }), "viem does not accept it");
  equal(signature, await bob.signTypedData({ ...typed, primaryType: "Order" }), "signature");
  n.same("signature", signature);
});

check("sign: ethers has the node sign typed data", async (n) => {
  const signature = await (await n.ethers.getSigner(1)).signTypedData(typed.domain, typed.types, typed.message);
  equal(typedByEthers(typed.domain, typed.types, typed.message, signature), bob.address, "signer");
  n.same("signature", signature);
});

check("sign: eth_sign and personal_sign", async (n) => {
  n.same("eth_sign", await n.ask("eth_sign", bob.address, "0xdeadbeef"));
  n.same("personal_sign", await n.ask("personal_sign", "0xdeadbeef", bob.address));
});

check("sign: an account without a key is refused", async (n) => {
  const { error } = await n.rpc("eth_sign", [nobody, "0x00"]);
  must(error, "it was signed");
  n.note("code", error.code);
});

check("sign: viem verifies on the chain", async (n) => {
  const signature = await bob.signMessage({ message: "hello" });
  n.same("valid", await n.viem.verifyMessage({ address: bob.address, message: "hello", signature }));
  n.same("of another", await n.viem.verifyMessage({ address: nobody, message: "hello", signature }));
});
