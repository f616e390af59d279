document.querySelectorAll("button[data-copies]").forEach((button) => {
  const source = document.getElementById(button.dataset.copies);
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(source);
    // A page opened from a file may not reach the clipboard; the text is then selected, ready to be copied by hand.
    await (navigator.clipboard?.writeText(source.textContent) ?? Promise.reject()).catch(() => document.execCommand("copy"));
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = said; }, 2000);
  });
});
