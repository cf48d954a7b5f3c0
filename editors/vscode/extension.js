// Starts `ludens lsp` for documents with rules of games.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
    const command = workspace.getConfiguration("ludens").get("command");
    client = new LanguageClient("ludens", "Ludens", { command, args: ["lsp"] }, { documentSelector: [{ language: "ludens" }] });
    return client.start();
};

exports.deactivate = () => client?.stop();
